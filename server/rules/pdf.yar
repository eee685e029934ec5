rule PDF_Launch_Command
{
    meta:
        description = "A PDF with an action that launches a command interpreter"
        reference = "ISO 32000-1, 12.6.4.5; MITRE ATT&CK T1204.002"
    strings:
        $pdf = "%PDF-"
        $launch1 = "/S/Launch"
        $launch2 = "/S /Launch"
        $program1 = "(cmd" nocase
        $program2 = "(powershell" nocase
        $program3 = "(mshta" nocase
        $program4 = "(wscript" nocase
        $program5 = "(cscript" nocase
        $program6 = "(rundll32" nocase
        $program7 = "(regsvr32" nocase
        $program8 = "\\cmd.exe)" nocase
        $program9 = "\\powershell.exe)" nocase
    condition:
        $pdf and any of ($launch*) and any of ($program*)
}

rule PDF_Opens_Attachment
{
    meta:
        description = "A PDF whose script saves an attachment and starts it"
        reference = "Acrobat JavaScript, Doc.exportDataObject with nLaunch 2"
    strings:
        $pdf = "%PDF-"
        $script1 = "/JavaScript"
        $script2 = "/JS"
        $export = "exportDataObject"
        $start1 = "nLaunch:2"
        $start2 = "nLaunch: 2"
        $start3 = "nLaunch : 2"
        $start4 = "nLaunch\":2"
        $start5 = "nLaunch\": 2"
    condition:
        $pdf and any of ($script*) and $export and any of ($start*)
}
