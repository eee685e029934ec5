/** Spreadsheets in packages of Debian 12, with the number of sheets, and the rows and columns of the first sheet. */
export interface RealSheet {
  /** below the package's folder */
  path: string;
  sheets: number;
  rows: number;
  columns: number;
}

const R = 'usr/lib/R/site-library';

export const REAL_SHEETS: Record<string, RealSheet[]> = {
  'r-cran-gdata': [
    { path: `${R}/gdata/xls/ExampleExcelFile.xlsx`, sheets: 4, rows: 8, columns: 3 },
    { path: `${R}/gdata/xls/ExampleExcelFile_1900.xlsx`, sheets: 4, rows: 8, columns: 3 },
    { path: `${R}/gdata/xls/ExampleExcelFile_1904.xlsx`, sheets: 4, rows: 8, columns: 3 },
    { path: `${R}/gdata/xls/latin-1.xlsx`, sheets: 2, rows: 63, columns: 62 },
    { path: `${R}/gdata/xls/wide.xlsx`, sheets: 1, rows: 1, columns: 1000 },
  ],
  'r-cran-openxlsx': [
    { path: `${R}/openxlsx/extdata/ColorTabs3.xlsx`, sheets: 2, rows: 2, columns: 2 },
    { path: `${R}/openxlsx/extdata/cloneEmptyWorksheetExample.xlsx`, sheets: 2, rows: 0, columns: 0 },
    { path: `${R}/openxlsx/extdata/cloneWorksheetExample.xlsx`, sheets: 2, rows: 1, columns: 1 },
    { path: `${R}/openxlsx/extdata/groupTest.xlsx`, sheets: 1, rows: 4, columns: 4 },
    { path: `${R}/openxlsx/extdata/inlineStr.xlsx`, sheets: 1, rows: 3, columns: 2 },
    { path: `${R}/openxlsx/extdata/loadExample.xlsx`, sheets: 6, rows: 51, columns: 11 },
    { path: `${R}/openxlsx/extdata/loadPivotTables.xlsx`, sheets: 5, rows: 51, columns: 5 },
    { path: `${R}/openxlsx/extdata/loadThreadComment.xlsx`, sheets: 1, rows: 1, columns: 1 },
    { path: `${R}/openxlsx/extdata/namedRegions.xlsx`, sheets: 1, rows: 8, columns: 4 },
    { path: `${R}/openxlsx/extdata/namedRegions2.xlsx`, sheets: 2, rows: 4, columns: 2 },
    { path: `${R}/openxlsx/extdata/namedRegions3.xlsx`, sheets: 5, rows: 1, columns: 2 },
    { path: `${R}/openxlsx/extdata/readTest.xlsx`, sheets: 12, rows: 11, columns: 8 },
    { path: `${R}/openxlsx/extdata/read_failure_test.xlsx`, sheets: 1, rows: 3, columns: 12 },
  ],
  'r-cran-readr': [
    { path: `${R}/readr/extdata/challenge.csv`, sheets: 1, rows: 2001, columns: 2 },
    { path: `${R}/readr/extdata/chickens.csv`, sheets: 1, rows: 6, columns: 4 },
    { path: `${R}/readr/extdata/mini-gapminder-africa.csv`, sheets: 1, rows: 7, columns: 5 },
    { path: `${R}/readr/extdata/mini-gapminder-americas.csv`, sheets: 1, rows: 7, columns: 5 },
    { path: `${R}/readr/extdata/mini-gapminder-asia.csv`, sheets: 1, rows: 7, columns: 5 },
    { path: `${R}/readr/extdata/mini-gapminder-europe.csv`, sheets: 1, rows: 7, columns: 5 },
    { path: `${R}/readr/extdata/mini-gapminder-oceania.csv`, sheets: 1, rows: 3, columns: 5 },
    { path: `${R}/readr/extdata/mtcars.csv`, sheets: 1, rows: 33, columns: 11 },
  ],
  'r-cran-readxl': [
    { path: `${R}/readxl/extdata/clippy.xlsx`, sheets: 2, rows: 5, columns: 2 },
    { path: `${R}/readxl/extdata/datasets.xlsx`, sheets: 4, rows: 151, columns: 5 },
    { path: `${R}/readxl/extdata/deaths.xlsx`, sheets: 2, rows: 19, columns: 6 },
    { path: `${R}/readxl/extdata/geometry.xlsx`, sheets: 1, rows: 6, columns: 4 },
    { path: `${R}/readxl/extdata/type-me.xlsx`, sheets: 4, rows: 11, columns: 2 },
  ],
  'r-cran-vroom': [
    { path: `${R}/vroom/bench/all_character-long.tsv`, sheets: 1, rows: 97, columns: 9 },
    { path: `${R}/vroom/bench/all_character-wide.tsv`, sheets: 1, rows: 97, columns: 9 },
    { path: `${R}/vroom/bench/all_numeric-long.tsv`, sheets: 1, rows: 113, columns: 9 },
    { path: `${R}/vroom/bench/all_numeric-wide.tsv`, sheets: 1, rows: 113, columns: 9 },
    { path: `${R}/vroom/bench/fwf.tsv`, sheets: 1, rows: 81, columns: 9 },
    { path: `${R}/vroom/bench/session_info.tsv`, sheets: 1, rows: 6, columns: 11 },
    { path: `${R}/vroom/bench/taxi.tsv`, sheets: 1, rows: 97, columns: 9 },
    { path: `${R}/vroom/bench/taxi_multiple.tsv`, sheets: 1, rows: 81, columns: 9 },
    { path: `${R}/vroom/bench/taxi_writing.tsv`, sheets: 1, rows: 61, columns: 9 },
    { path: `${R}/vroom/extdata/mtcars-4.csv`, sheets: 1, rows: 12, columns: 12 },
    { path: `${R}/vroom/extdata/mtcars-6.csv`, sheets: 1, rows: 8, columns: 12 },
    { path: `${R}/vroom/extdata/mtcars-8.csv`, sheets: 1, rows: 15, columns: 12 },
    { path: `${R}/vroom/extdata/mtcars.csv`, sheets: 1, rows: 33, columns: 12 },
  ],
};
