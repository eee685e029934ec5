// Documents that start programs. Each rule asks for two things that ordinary documents do not have together:
// something that runs by itself, and something that fetches or starts a program.

rule Office_Macro_Dropper
{
    meta:
        description = "A macro that runs on opening and starts what it fetches or decodes"
        reference = "MITRE ATT&CK T1059.005, T1204.002"
    strings:
        $vba = "VBA" ascii wide
        $module = "Attribut" ascii
        $auto1 = "AutoOpen" nocase ascii wide fullword
        $auto2 = "Auto_Open" nocase ascii wide fullword
        $auto3 = "AutoExec" nocase ascii wide fullword
        $auto4 = "Document_Open" nocase ascii wide fullword
        $auto5 = "Workbook_Open" nocase ascii wide fullword
        $auto6 = "Document_Close" nocase ascii wide fullword
        $fetch1 = "URLDownloadToFile" nocase ascii wide
        $fetch2 = "MSXML2.XMLHTTP" nocase ascii wide
        $fetch3 = "MSXML2.ServerXMLHTTP" nocase ascii wide
        $fetch4 = "WinHttp.WinHttpRequest" nocase ascii wide
        $fetch5 = "Net.WebClient" nocase ascii wide
        $fetch6 = "FromBase64String" nocase ascii wide
        $start1 = "WScript.Shell" nocase ascii wide
        $start2 = "Shell.Application" nocase ascii wide
        $start3 = "powershell" nocase ascii wide
        $start4 = "ShellExecute" nocase ascii wide
        $start5 = "CreateProcess" nocase ascii wide
        $start6 = "mshta" nocase ascii wide fullword
    condition:
        $vba and $module and any of ($auto*) and any of ($fetch*) and any of ($start*)
}

rule RTF_Equation_Editor_Object
{
    meta:
        description = "An RTF that embeds an Equation Editor object, as its exploits do"
        reference = "CVE-2017-11882, CVE-2018-0802"
    strings:
        $rtf = "{\\rt" nocase
        $data = "\\objdata" nocase
        $update = "\\objupdate" nocase
        // 'Equation.3' in the hexadecimal digits of \objdata
        $class = "4571756174696f6e2e33" nocase
    condition:
        all of them
}

rule Office_Diagnostic_Tool_Link
{
    meta:
        description = "A reference to the Windows diagnostic tool with a command in it"
        reference = "CVE-2022-30190"
    strings:
        $scheme = "ms-msdt:" nocase ascii wide
        $parameter = "IT_BrowseForFile" nocase ascii wide
    condition:
        all of them
}
