rule PDF_Launch_Command
{
    meta:
        description = "A PDF with an action that launches a command interpreter"
        reference = "ISO 32000-1, 12.6.4.5; MITRE ATT&CK T1204.002"
    strings:
        $pdf = "%PDF-"
        $launch = /\/S\s*\/Launch\b/
        $program = /\/(F|P|Win)\s*(<<[^>]{0,200})?\(?[^)]{0,200}(cmd(\.exe)?|powershell|mshta|wscript|cscript|rundll32|regsvr32)\b/ nocase
    condition:
        $pdf and $launch and $program
}

rule PDF_Opens_Attachment
{
    meta:
        description = "A PDF whose script saves an attachment and starts it"
        reference = "Acrobat JavaScript, Doc.exportDataObject with nLaunch 2"
    strings:
        $pdf = "%PDF-"
        $script = /\/(JavaScript|JS)\b/
        $export = "exportDataObject"
        $start = /nLaunch["']?\s*:\s*2/
    condition:
        $pdf and $script and $export and $start
}
