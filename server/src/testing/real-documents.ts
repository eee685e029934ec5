import { debianFiles, debianSourceFiles } from './debian-files.ts';

/** A document of another project, with a text that its preview shows. */
export interface RealDocument {
  /** below the folder of its package; the extension is the file type */
  path: string;
  /** a text in it; for a picture, its size in pixels */
  shows: string;
}

/** Documents of one Debian package or of its source archive. */
export interface RealPackage {
  /** @returns the folder of the files; null when apt does not have them */
  fetch: (paths: readonly string[]) => Promise<string | null>;
  documents: readonly RealDocument[];
}

const POI = 'apache-poi-4.0.1/test-data';
const PANDOC = 'pandoc-2.17.1.1/test';
const OUTLOOK = 'Email-Outlook-Message-0.921/t/files';
const HEIF = 'libheif-1.15.1/examples';
const ODFPY = 'odfpy-release-1.4.2';
const OFFICER = 'usr/lib/R/site-library/officer';
const PYTHON = 'usr/lib/python3.11/test';

/** Real documents of Debian 12, by their project (USE-30 to USE-32). Sheets are in real-sheets.ts too. */
export const REAL_DOCUMENTS: Record<string, RealPackage> = {
  'Apache POI': {
    fetch: (paths) =>
      debianSourceFiles(
        {
          package: 'libapache-poi-java',
          archive: 'libapache-poi-java_4.0.1.orig.tar.xz',
          sha256: '54db524e2bae73658e4fdb3a6e2d69cb4137638ace71fcde93659be2695287ea',
        },
        paths,
      ),
    documents: [
      { path: `${POI}/document/60316.docx`, shows: 'This is a first page header' },
      { path: `${POI}/document/60329.docx`, shows: 'Study Design, Objectives and Endpoints' },
      { path: `${POI}/document/61787.docx`, shows: 'Personal Worldview Essay' },
      { path: `${POI}/document/61991.docx`, shows: 'Next Generation Clinical Trial' },
      { path: `${POI}/document/HeaderFooterUnicode.docx`, shows: 'simple header, with a €' },
      { path: `${POI}/document/IllustrativeCases.docx`, shows: '(V) ILLUSTRATIVE CASES' },
      { path: `${POI}/document/WordWithAttachments.docx`, shows: 'Страница 1' },
      { path: `${POI}/document/bug57031.docx`, shows: 'VDPAM 527' },
      { path: `${POI}/document/bug59058.docx`, shows: 'Number of New Cases and Deaths Per' },
      { path: `${POI}/document/delins.docx`, shows: 'A nickname for' },
      { path: `${POI}/document/drawing.docx`, shows: 'МОНИТОРИНГ СМИ' },
      { path: `${POI}/document/endnotes.docx`, shows: 'A Nepalese name for Tilaka' },
      { path: `${POI}/document/form_footnotes.docx`, shows: 'SAN FRANCISCO' },
      { path: `${POI}/document/heading123.docx`, shows: 'First paragraph' },
      { path: `${POI}/document/sample.docx`, shows: 'Lorem ipsum dolor sit amet,' },
      {
        path: `${POI}/openxml4j/OPCCompliance_CoreProperties_AlternateTimezones.docx`,
        shows: 'Lorem ipsum dolor sit amet,',
      },
      {
        path: `${POI}/openxml4j/OPCCompliance_CoreProperties_OnlyOneCorePropertiesPartFAIL.docx`,
        shows: 'Lorem ipsum dolor sit amet,',
      },
      {
        path: `${POI}/openxml4j/OPCCompliance_DerivedPartNameFAIL.docx`,
        shows: 'Nunc viverra imperdiet enim',
      },
      { path: `${POI}/openxml4j/TestPackageCommon.docx`, shows: 'Lorem ipsum dolor sit amet,' },
      { path: `${POI}/openxml4j/TestPackageThumbnail.docx`, shows: 'Lorem ipsum dolor sit amet,' },
      {
        path: `${POI}/openxml4j/at.pzp.www_uploads_media_PP_Scheinecker-jdk6error.pptx`,
        shows: 'Ideen erfolgreich umsetzen.',
      },
      { path: `${POI}/slideshow/2411-Performance_Up.pptx`, shows: 'Apache Performance Tuning' },
      { path: `${POI}/slideshow/45541_Footer.pptx`, shows: 'Removing financing obstacles through' },
      { path: `${POI}/slideshow/45541_Header.pptx`, shows: 'Removing financing obstacles through' },
      { path: `${POI}/slideshow/45545_Comment.pptx`, shows: 'Removing financing obstacles through' },
      { path: `${POI}/slideshow/60810.pptx`, shows: 'To provide an overview of the Talent' },
      {
        path: `${POI}/slideshow/aascu.org_hbcu_leadershipsummit_cooper_.pptx`,
        shows: 'Positioning HBCUs in the',
      },
      {
        path: `${POI}/slideshow/aascu.org_workarea_downloadasset.aspx_id=5864.pptx`,
        shows: 'Addressing the American Challenge:',
      },
      { path: `${POI}/slideshow/ae.ac.uaeu.faculty_nafaachbili_GeomLec1.pptx`, shows: 'Math 260' },
      { path: `${POI}/slideshow/alterman_security.pptx`, shows: 'Government-University Identity' },
      { path: `${POI}/slideshow/aptia.pptx`, shows: 'the 4 yearly review of modern awards' },
      {
        path: `${POI}/slideshow/at.ecodesign.www_downloads_Vertiefungsvortrag_elektronik.pptx`,
        shows: 'Vertiefungsvorträge zur',
      },
      { path: `${POI}/slideshow/keyframes.pptx`, shows: 'PERTUMBUHAN DAN PERKEMBANGAN PADA' },
      { path: `${POI}/slideshow/layouts.pptx`, shows: 'Centered Title' },
      { path: `${POI}/slideshow/pptx2svg.pptx`, shows: 'Paragraphs and Rich Formatting' },
      { path: `${POI}/slideshow/shapes.pptx`, shows: 'Learning PPTX' },
      { path: `${POI}/slideshow/table_test2.pptx`, shows: 'Header1' },
      { path: `${POI}/slideshow/themes.pptx`, shows: 'Standard Office theme' },
      { path: `${POI}/slideshow/with_japanese.pptx`, shows: 'Row 1 Col 1' },
      { path: `${POI}/hsmf/53784_fails.msg`, shows: 'Draft to La Tetra' },
      { path: `${POI}/hsmf/58214_extracted_attachment.msg`, shows: 'Test mail attachment' },
      { path: `${POI}/hsmf/58214_with_attachment.msg`, shows: 'Master mail' },
      { path: `${POI}/hsmf/attachment_msg_inlineImg.msg`, shows: 'How to use and check database files' },
      { path: `${POI}/hsmf/chinese-traditional.msg`, shows: 'MSG 格式測試' },
      { path: `${POI}/hsmf/example_received_regular.msg`, shows: 'This is a test message please ignore' },
      { path: `${POI}/hsmf/example_received_unicode.msg`, shows: 'This is a test message please ignore' },
      { path: `${POI}/hsmf/lots-of-recipients.msg`, shows: 'Read Original Extract of Mr. Narayana' },
      { path: `${POI}/hsmf/no_recipient_address.msg`, shows: 'Welcome to Microsoft Office Outlook' },
      { path: `${POI}/hsmf/outlook_30_msg.msg`, shows: 'IN-SPIRE servers going down for a' },
      { path: `${POI}/document/Bug51170.docx`, shows: 'CONSELHO NACIONAL DA INDUSTRIA DO GOLFE' },
      { path: `${POI}/spreadsheet/simple-monthly-budget.xlsx`, shows: '$2,500.00' },
      { path: `${POI}/spreadsheet/SampleSS.strict.xlsx`, shows: 'Start of 2nd sheet' },
      { path: `${POI}/spreadsheet/58325_db.xlsx`, shows: 'Area de Anexos' },
      {
        path: `${POI}/spreadsheet/craftonhills.edu_programreview_report.aspx_goalpriorityreport_0011d159-1eeb-4b63-8833-867b0926e5f3.xlsx`,
        shows: 'Create Middle Management and Investigator',
      },
      { path: `${POI}/spreadsheet/SampleSS.xls`, shows: "I'm in bold blue, on a yellow background" },
      { path: `${POI}/spreadsheet/Formatting.xls`, shows: '£10.52' },
      { path: `${POI}/spreadsheet/finance.xls`, shows: '($292.45)' },
      { path: `${POI}/spreadsheet/testEXCEL_5.xls`, shows: '$1,253.82' },
      { path: `${POI}/spreadsheet/testEXCEL_95.xls`, shows: '155.00%' },
      { path: `${POI}/spreadsheet/DateFormats.xls`, shows: 'Friday, August 10, 2007' },
      { path: `${POI}/spreadsheet/florida_data.ashx.xls`, shows: 'Federal Revenues' },
      { path: 'apache-poi-4.0.1/src/documentation/content/xdocs/images/group.svg', shows: '2048 × 830' },
    ],
  },
  Pandoc: {
    fetch: (paths) =>
      debianSourceFiles(
        {
          package: 'pandoc',
          archive: 'pandoc_2.17.1.1.orig.tar.gz',
          sha256: 'df7c6c605d084252fc28687dffe63ca57dd04a463698d323924d3be2f1f5df32',
        },
        paths,
      ),
    documents: [
      { path: `${PANDOC}/docx/adjacent_codeblocks.docx`, shows: 'Next, open the terminal window. Using' },
      { path: `${PANDOC}/docx/golden/custom_style_preserve.docx`, shows: 'should have a custom style' },
      { path: `${PANDOC}/docx/lists_level_override.docx`, shows: 'For each initiative below is outlined' },
      { path: `${PANDOC}/docx/nested_smart_tags.docx`, shows: '159. And It Came to Pass' },
      { path: `${PANDOC}/pptx/layouts/moved.pptx`, shows: 'Testing Layouts' },
    ],
  },
  'Email::Outlook::Message': {
    fetch: (paths) =>
      debianSourceFiles(
        {
          package: 'libemail-outlook-message-perl',
          archive: 'libemail-outlook-message-perl_0.921.orig.tar.gz',
          sha256: 'fb4abeea14cda51c1e60bc211cf9521bbbaae74b84118ca6d58f0a7223680388',
        },
        paths,
      ),
    documents: [
      { path: `${OUTLOOK}/charset.eml`, shows: 'PST Export - Embedded Email Test' },
      { path: `${OUTLOOK}/gpg_signed.eml`, shows: 'Test for MSGConvert' },
      { path: `${OUTLOOK}/plain_unsent.eml`, shows: 'Test for MSGConvert -- plain text' },
      { path: `${OUTLOOK}/plain_jpeg_attached.msg`, shows: 'test.jpg' },
    ],
  },
  libheif: {
    fetch: (paths) =>
      debianSourceFiles(
        {
          package: 'libheif1',
          archive: 'libheif_1.15.1.orig.tar.gz',
          sha256: '28d5a376fe7954d2d03453f983aaa0b7486f475c27c7806bda31df9102325556',
        },
        paths,
      ),
    documents: [
      { path: `${HEIF}/example.heic`, shows: '1280 × 854' },
      { path: `${HEIF}/example.avif`, shows: '800 × 533' },
    ],
  },
  odfpy: {
    fetch: (paths) =>
      debianSourceFiles(
        {
          package: 'python3-odf',
          archive: 'python-odf_1.4.2.orig.tar.gz',
          sha256: '24ad087f38031b2fe60bf22811b9550887afe1cfdea80672d6573387c3025583',
        },
        paths,
      ),
    documents: [
      { path: `${ODFPY}/examples/countrystatistics.ods`, shows: '643,548' },
      { path: `${ODFPY}/samples/spreadsheet-with-macro.ods`, shows: 'PM kilometers 72h' },
      { path: `${ODFPY}/tests/examples/chinese_spreadsheet.ods`, shows: 'test' },
    ],
  },
  'R officer': {
    fetch: () => debianFiles('r-cran-officer'),
    documents: [
      { path: `${OFFICER}/doc_examples/example.docx`, shows: 'Lorem' },
      { path: `${OFFICER}/doc_examples/example.pptx`, shows: 'Header 3' },
    ],
  },
  'Python test suite': {
    fetch: () => debianFiles('libpython3.11-testsuite'),
    documents: [
      { path: `${PYTHON}/zipdir.zip`, shows: 'a/b/' },
      { path: `${PYTHON}/zip_cp437_header.zip`, shows: 'filename_without.txt' },
      { path: `${PYTHON}/imghdrdata/python.tiff`, shows: '16 × 16' },
      { path: `${PYTHON}/imghdrdata/python.webp`, shows: '16 × 16' },
    ],
  },
};
