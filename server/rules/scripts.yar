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
        $program1 = "powershell" nocase ascii wide
        $program2 = "cmd /c" nocase ascii wide
        $program3 = "cmd.exe /c" nocase ascii wide
        $program4 = "certutil" nocase ascii wide
        $program5 = "bitsadmin" nocase ascii wide
        $program6 = "regsvr32" nocase ascii wide
        $program7 = "rundll32" nocase ascii wide
    condition:
        $hta and any of ($shell*) and any of ($program*)
}

rule Script_Downloads_And_Runs
{
    meta:
        description = "A Windows script that fetches a program, writes it to disk and runs it"
        reference = "MITRE ATT&CK T1059.005, T1105"
    strings:
        $create1 = "CreateObject(\"WScript.Shell\")" nocase ascii wide
        $create2 = "ActiveXObject(\"WScript.Shell\")" nocase ascii wide
        $create3 = "CreateObject('WScript.Shell')" nocase ascii wide
        $create4 = "ActiveXObject('WScript.Shell')" nocase ascii wide
        $fetch1 = "MSXML2.XMLHTTP" nocase ascii wide
        $fetch2 = "MSXML2.ServerXMLHTTP" nocase ascii wide
        $fetch3 = "Microsoft.XMLHTTP" nocase ascii wide
        $fetch4 = "WinHttp.WinHttpRequest" nocase ascii wide
        $write = "ADODB.Stream" nocase ascii wide
        $save = "SaveToFile" nocase ascii wide
    condition:
        any of ($create*) and any of ($fetch*) and $write and $save
}

rule PowerShell_Hidden_Download
{
    meta:
        description = "A PowerShell command that hides its window and runs what it downloads"
        reference = "MITRE ATT&CK T1059.001, T1564.003"
    strings:
        $program = "powershell" nocase ascii wide
        $hidden1 = " -w hidden" nocase ascii wide
        $hidden2 = " -windowstyle hidden" nocase ascii wide
        $hidden3 = " -w 1 " nocase ascii wide
        $run1 = "IEX (" nocase ascii wide
        $run2 = "IEX(" nocase ascii wide
        $run3 = "|IEX" nocase ascii wide
        $run4 = "| IEX" nocase ascii wide
        $run5 = "Invoke-Expression" nocase ascii wide
        $fetch1 = ".DownloadString(" nocase ascii wide
        $fetch2 = ".DownloadFile(" nocase ascii wide
        $fetch3 = ".DownloadData(" nocase ascii wide
    condition:
        $program and any of ($hidden*) and any of ($run*) and any of ($fetch*)
}

rule PowerShell_Encoded_Command
{
    meta:
        description = "A PowerShell command in Base64 that downloads or evaluates"
        reference = "MITRE ATT&CK T1027.010"
    strings:
        $program = "powershell" nocase ascii wide
        $encoded1 = " -enc " nocase ascii wide
        $encoded2 = " -e " nocase ascii wide
        $encoded3 = " -ec " nocase ascii wide
        $encoded4 = " -encodedcommand " nocase ascii wide
        // -EncodedCommand takes UTF-16 in Base64
        $word1 = "DownloadString" wide base64
        $word2 = "DownloadFile" wide base64
        $word3 = "DownloadData" wide base64
        $word4 = "Invoke-Expression" wide base64
        $word5 = "FromBase64String" wide base64
    condition:
        $program and any of ($encoded*) and any of ($word*)
}

rule Shortcut_Starts_Script
{
    meta:
        description = "A Windows shortcut that runs a script interpreter on something from elsewhere"
        reference = "MS-SHLLINK 2.1; MITRE ATT&CK T1204.002"
    strings:
        $shortcut = { 4C 00 00 00 01 14 02 00 00 00 00 00 C0 00 00 00 00 00 00 46 }
        $program1 = "powershell" nocase ascii wide
        $program2 = "mshta" nocase ascii wide
        $program3 = "cmd.exe" nocase ascii wide
        $elsewhere1 = "mshta http" nocase ascii wide
        $elsewhere2 = "mshta.exe http" nocase ascii wide
        $elsewhere3 = "mshta javascript:" nocase ascii wide
        $elsewhere4 = "mshta vbscript:" nocase ascii wide
        $elsewhere5 = ".DownloadString(" nocase ascii wide
        $elsewhere6 = ".DownloadFile(" nocase ascii wide
        $elsewhere7 = "FromBase64String" nocase ascii wide
        $elsewhere8 = "Invoke-WebRequest" nocase ascii wide
        $elsewhere9 = " -encodedcommand " nocase ascii wide
    condition:
        $shortcut and any of ($program*) and any of ($elsewhere*)
}

rule PHP_Request_Shell
{
    meta:
        description = "A PHP page that runs whatever a request contains"
        reference = "MITRE ATT&CK T1505.003"
    strings:
        $php = "<?php" nocase
        $run01 = "eval($_POST[" nocase
        $run02 = "eval($_GET[" nocase
        $run03 = "eval($_REQUEST[" nocase
        $run04 = "eval(@$_POST[" nocase
        $run05 = "eval(base64_decode($_POST[" nocase
        $run06 = "eval(base64_decode($_REQUEST[" nocase
        $run07 = "eval(gzinflate(base64_decode($_POST[" nocase
        $run08 = "assert($_POST[" nocase
        $run09 = "assert($_REQUEST[" nocase
        $run10 = "system($_GET[" nocase
        $run11 = "system($_POST[" nocase
        $run12 = "system($_REQUEST[" nocase
        $run13 = "passthru($_GET[" nocase
        $run14 = "shell_exec($_GET[" nocase
        $run15 = "shell_exec($_REQUEST[" nocase
    condition:
        $php and any of ($run*)
}
