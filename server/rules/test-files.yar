// Files that every scanner reports, so that an installation can be tried without real malware.
//
// All shipped rules look for plain texts, wherever they stand: no offsets, no file sizes, no `not`, so that files may
// be judged together (server/src/platform/scanner/worker/protocol.ts); and no regular expressions, because a file
// made of their beginnings costs minutes of the engine (a mebibyte of 'powershell a' took one). Tests hold them to it.

rule EICAR_Test_File
{
    meta:
        description = "The anti-virus test file of eicar.org"
        reference = "https://www.eicar.org/download-anti-malware-testfile/"
    strings:
        $eicar = "X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"
    condition:
        $eicar
}

rule GTUBE_Test_Mail
{
    meta:
        description = "The test pattern for unwanted mail of Apache SpamAssassin"
        reference = "https://spamassassin.apache.org/gtube/"
    strings:
        $gtube = "XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X"
    condition:
        $gtube
}

rule ClamAV_Test_File
{
    meta:
        description = "The code of the test program clam.exe of ClamAV, which only shows a message"
        reference = "https://docs.clamav.net/faq/faq-eicar.html"
    strings:
        $code = { bb 71 10 40 00 33 c0 50 50 8b f3 53 53 50 b0 29 40 30 04 66 ac 79 f9 ba 31 00 78 0d ad 50 ff 66 70 0e 1f }
    condition:
        $code
}
