import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Choice, type Chosen, isUnreadable } from '../../../upload-queue/index.ts';
import type { CombinePhotos } from '../photo-pdf/combine-photos.ts';
import { photosIn, withPdf } from './photos.ts';

export interface PendingFilesState {
  /** the files that are chosen but not sent yet */
  files: readonly Chosen[];
  /** progress while a PDF is created */
  making: { done: number; of: number } | null;
  /** photos that could not be read, and are sent as separate files */
  unreadable: readonly string[];
  isFailed: boolean;
}

interface PendingFilesDeps {
  /** passes chosen files to the upload list */
  submit: (choice: Promise<readonly Choice[]>) => Promise<void>;
  /** returns whether a submission may start; if not, shows what is missing */
  confirm: () => boolean;
  combine: CombinePhotos;
}

/** Chosen files that wait for the giver's name, or for the answer whether photos become one PDF (USE-47). */
export interface PendingFiles {
  store: StoreApi<PendingFilesState>;
  /** Adds chosen files, and submits them immediately when nothing has to be asked. What is unreadable never waits. */
  add: (choice: Promise<readonly Choice[]>) => Promise<void>;
  /**
   * Sends the waiting files.
   * @param pdfName file name of the PDF, with its extension; null sends the photos as files
   */
  send: (pdfName: string | null) => Promise<void>;
  discard: () => void;
}

/** With this many photos or more, the page asks whether they become one PDF. */
const SEVERAL = 2;

const NOTHING: PendingFilesState = { files: [], making: null, unreadable: [], isFailed: false };

export function createPendingFiles({ submit, confirm, combine }: PendingFilesDeps): PendingFiles {
  const store = createStore<PendingFilesState>(() => NOTHING);
  const keep = (chosen: readonly Chosen[]) =>
    store.setState(({ files }) => ({ files: [...files, ...chosen], isFailed: false }));

  async function sendAsPdf(chosen: readonly Chosen[], name: string): Promise<void> {
    const photos = photosIn(chosen);
    const onPage = (done: number) => store.setState({ making: { done, of: photos.length } });
    onPage(0);
    try {
      const { pdf, pages } = await combine(photos, { name, onPage });
      const unreadable = photos.filter((photo) => !pages.has(photo)).map((photo) => photo.name);
      store.setState({ unreadable });
      await submit(Promise.resolve(pdf === null ? [...chosen] : withPdf(chosen, { pdf, pages })));
    } catch {
      store.setState(({ files }) => ({ files: [...chosen, ...files], isFailed: true }));
    } finally {
      store.setState({ making: null });
    }
  }

  return {
    store,
    add: (choice) =>
      submit(
        choice.then((all) => {
          const chosen = all.filter((one) => !isUnreadable(one));
          if (chosen.length === 0) return all;
          const isAnswered = confirm() && photosIn(chosen).length < SEVERAL;
          if (isAnswered && store.getState().files.length === 0) return all;
          keep(chosen);
          return all.filter(isUnreadable);
        }),
      ),
    send: async (pdfName) => {
      const { files, making } = store.getState();
      if (files.length === 0 || making !== null || !confirm()) return;
      store.setState({ ...NOTHING });
      if (pdfName === null) await submit(Promise.resolve([...files]));
      else await sendAsPdf(files, pdfName);
    },
    discard: () => store.setState(NOTHING),
  };
}
