import { type Abilities, type Item, mayPassOn, type SharePayload } from '@vault/contract';
import { isFolder } from '../tree/index.ts';
import { notPassedOnTexts, shareChoiceTexts } from './texts.ts';

/** The fields of a list item that sharing needs. */
export type SharedItem = Pick<Item, 'name' | 'fileType' | 'externalId' | 'folderPath'>;

/** The shared items, or the folder that requests files. */
export interface ShareSubject {
  kind: 'share' | 'request';
  /** files only, or folders only; exactly one folder for a request (REQUEST-03) */
  items: readonly SharedItem[];
  /** path of the folder that contains the items (D-09) */
  folderPath: string;
}

/** An entry of the share menu (T-21, T-22). */
export interface ShareChoice {
  kind: ShareSubject['kind'];
  label: string;
  /** SHARE-06: a sentence about what recipients can do, or why the person cannot pass it on */
  hint: string | null;
  isDisabled?: boolean;
}

const SHARE_LINK: ShareChoice = { kind: 'share', label: shareChoiceTexts.link, hint: null };
/** GUARD-10: a request passes on the right to add files. */
function choicesOfOneFolder(abilities: Abilities): readonly ShareChoice[] {
  const { folderLink, folderLinkHint, viewOnlyHint, request, requestHint } = shareChoiceTexts;
  const mayRequest = mayPassOn('upload', abilities);
  return [
    {
      kind: 'share',
      label: folderLink,
      hint: mayPassOn('download', abilities) ? folderLinkHint : viewOnlyHint,
    },
    {
      kind: 'request',
      label: request,
      hint: mayRequest ? requestHint : notPassedOnTexts.upload,
      ...(!mayRequest && { isDisabled: true }),
    },
  ];
}

/**
 * Returns the entries of the share menu (SHARE-01 … SHARE-06).
 * @returns [] when the selection cannot be shared, as for files with folders
 */
export function shareChoices(
  items: readonly Pick<Item, 'fileType'>[],
  abilities: Abilities,
): readonly ShareChoice[] {
  const folders = items.filter(isFolder).length;
  if (items.length === 0 || (folders > 0 && folders < items.length)) return [];
  return folders === 1 ? choicesOfOneFolder(abilities) : [SHARE_LINK];
}

/**
 * SHARE-26, REQUEST-06: returns the items in the form of the calls. Files are sent by their external id, folders by
 * their path; a request only names its folder.
 */
export function targetOf({ kind, items, folderPath }: ShareSubject) {
  if (kind === 'request') return { externalIds: [], paths: [], path: items[0]?.folderPath ?? '' };
  return {
    externalIds: items.flatMap(({ externalId }) => externalId ?? []),
    paths: items.filter(isFolder).map((folder) => folder.folderPath),
    path: folderPath,
  } satisfies Partial<SharePayload>;
}

/** SHARE-04: returns the title of the modal, which is the menu entry that opened it. */
export function titleOf({ kind, items }: ShareSubject): string {
  if (kind === 'request') return shareChoiceTexts.request;
  return items.length === 1 && items.every(isFolder) ? shareChoiceTexts.folderLink : shareChoiceTexts.link;
}
