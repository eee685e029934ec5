/** Styles that are added to a Word document: a page on a grey background, no wider than the window. */
export const DOCX_STYLE = `
html { background: #eef0f3 }
body { margin: 0; font-family: Calibri, Carlito, 'Liberation Sans', Arial, sans-serif }
.docx-wrapper { background: none; padding: 24px; padding-bottom: 0; align-items: safe center }
.docx-wrapper > section.docx { box-shadow: 0 1px 4px rgb(0 0 0 / 25%); outline: 1px solid transparent; margin-bottom: 24px }
.docx img { max-width: 100% }
.cut { text-align: center; color: #4a4f59 }
.missing { display: inline-flex; align-items: center; justify-content: center; box-sizing: border-box;
  max-width: 100%; border: 1px dashed #8b909a; color: #60656f; font-size: 12px }
@media (max-width: 900px) {
  .docx-wrapper { padding: 0 }
  .docx-wrapper > section.docx { width: auto !important; min-height: 0 !important; align-self: stretch; margin-bottom: 8px;
    padding: 24px 16px !important; overflow-x: auto }
  section.docx > header, section.docx > footer { margin: 0 0 16px !important; min-height: 0 !important }
}`;
