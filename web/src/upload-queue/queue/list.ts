import type { UploadItem } from './item.ts';

/** The rows of the upload list, in the order in which they were added. */
export interface ItemList {
  all: () => UploadItem[];
  get: (id: string) => UploadItem | undefined;
  /** Adds a row, or replaces the row with the same id. */
  put: (item: UploadItem) => void;
  removeWhere: (unwanted: (item: UploadItem) => boolean) => void;
}

export interface ListDeps {
  /** receives the complete list after changes, as often as `schedule` allows */
  publish: (items: readonly UploadItem[]) => void;
  /** runs a function a short time later; in the browser before the next frame */
  schedule: (publish: () => void) => void;
}

/**
 * Creates an empty list. Changes at the same time are published together, so that thousands of small uploads cause one
 * update of the screen per frame.
 */
export function createItemList({ publish, schedule }: ListDeps): ItemList {
  const byId = new Map<string, UploadItem>();
  let scheduled = false;

  const publishSoon = () => {
    if (scheduled) return;
    scheduled = true;
    schedule(() => {
      scheduled = false;
      publish([...byId.values()]);
    });
  };

  return {
    all: () => [...byId.values()],
    get: (id) => byId.get(id),
    put: (item) => {
      byId.set(item.id, item);
      publishSoon();
    },
    removeWhere: (unwanted) => {
      for (const item of byId.values()) if (unwanted(item)) byId.delete(item.id);
      publishSoon();
    },
  };
}
