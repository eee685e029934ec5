// The worker of PDF.js, which parses documents.
/* oxlint-disable import/no-unassigned-import -- each module only changes the worker */
import './newer-functions.ts';
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
