// Files that are scripts or start one, as they come with mail.

rule HTA_Starts_Program
{
    meta:
        description = "An HTML application that starts a command interpreter"
        reference = "MITRE ATT&CK T1218.005"
    strings:
        $hta = "<hta:application" nocase ascii wide
        $shell1 = "WScript.Shell" nocase ascii wide
        $shell2 = "Shell.Application" nocase ascii wide
        $program = /(powershell|cmd(\.exe)?\s+\/c|certutil|bitsadmin|regsvr32|rundll32)/ nocase ascii wide
    condition:
        $hta and any of ($shell*) and $program
}

rule Script_Downloads_And_Runs
{
    meta:
        description = "A Windows script that fetches a program, writes it to disk and runs it"
        reference = "MITRE ATT&CK T1059.005, T1105"
    strings:
        $shell = /(CreateObject|ActiveXObject)\s*\(\s*["']WScript\.Shell["']/ nocase ascii wide
        $fetch = /(CreateObject|ActiveXObject)\s*\(\s*["'](MSXML2\.(Server)?XMLHTTP|Microsoft\.XMLHTTP|WinHttp\.WinHttpRequest)/ nocase ascii wide
        $write = /(CreateObject|ActiveXObject)\s*\(\s*["']ADODB\.Stream["']/ nocase ascii wide
        $save = "SaveToFile" nocase ascii wide
    condition:
        all of them
}

rule PowerShell_Hidden_Download
{
    meta:
        description = "A PowerShell command that hides its window and runs what it downloads"
        reference = "MITRE ATT&CK T1059.001, T1564.003"
    strings:
        $command = /powershell(\.exe)?["']?\s[^\r\n]{0,300}-w(indowstyle)?\s+(hidden|1)\b/ nocase ascii wide
        $run1 = /(IEX|Invoke-Expression)[\s(&]{1,8}/ nocase ascii wide
        $run2 = "Start-Process" nocase ascii wide
        $fetch1 = "DownloadString" nocase ascii wide
        $fetch2 = "DownloadFile" nocase ascii wide
        $fetch3 = "Invoke-WebRequest" nocase ascii wide
    condition:
        $command and any of ($run*) and any of ($fetch*)
}

rule PowerShell_Encoded_Command
{
    meta:
        description = "A PowerShell command that is hidden in Base64 and starts without a window"
        reference = "MITRE ATT&CK T1027.010"
    strings:
        $command = /powershell(\.exe)?["']?\s[^\r\n]{0,200}-w(indowstyle)?\s+(hidden|1)\s[^\r\n]{0,200}-e(c|nc|ncodedcommand)?\s+["']?[A-Za-z0-9+\/]{120}/ nocase ascii wide
    condition:
        $command
}

rule Shortcut_Starts_Script
{
    meta:
        description = "A Windows shortcut that runs a script interpreter on something from elsewhere"
        reference = "MS-SHLLINK 2.1; MITRE ATT&CK T1204.002"
    strings:
        $shortcut = { 4C 00 00 00 01 14 02 00 00 00 00 00 C0 00 00 00 00 00 00 46 }
        $program = /(powershell|mshta|wscript|cscript|cmd)(\.exe)?/ nocase ascii wide
        $argument = /(https?:\/\/|javascript:|vbscript:|-enc(odedcommand)?\s|FromBase64String|DownloadString|DownloadFile|Invoke-WebRequest)/ nocase ascii wide
        $quiet = /(-w(indowstyle)?\s+(hidden|1)\b|mshta(\.exe)?["']?\s+["']?(https?|javascript|vbscript):|\/c\s+(start\s+\/min|powershell))/ nocase ascii wide
    condition:
        $shortcut and $program and $argument and $quiet
}

rule PHP_Request_Shell
{
    meta:
        description = "A PHP page that runs whatever a request contains"
        reference = "MITRE ATT&CK T1505.003"
    strings:
        $php = "<?php" nocase
        $run = /(eval|assert|system|passthru|shell_exec)\s*\(\s*(@?\s*(base64_decode|gzinflate|str_rot13)\s*\(\s*){0,3}@?\$_(POST|GET|REQUEST|COOKIE)\s*\[/ nocase
    condition:
        $php and $run
}
