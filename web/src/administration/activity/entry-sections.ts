import { type ActivityEntry, AUDIT_ACTIONS } from '@vault/contract';
import { formatDateTime } from '../../kit/index.ts';
import type { ShownFilter } from './activity-filter.ts';
import { actorLabel, factLabel, factText } from './entry-labels.ts';
import { actionLabel, entryTexts, objectKindLabels, outcomeLabels } from './texts.ts';

/** The filter that shows only the entries of one person, record, object or link. */
export type OnlyFilter = Partial<Pick<ShownFilter, 'record' | 'person' | 'object'>>;

/** A line of the dialog. */
export interface EntryRow {
  label: string;
  value: string;
  /** offers to show only the entries of what the line names */
  only?: { name: string; filter: OnlyFilter };
  /** offers the history of this file, or the views of this link */
  accesses?: AccessedObject;
}

/** A file or a link whose accesses can be shown (AUDIT-07). */
export interface AccessedObject {
  kind: 'file' | 'link';
  id: string;
  name: string;
}

interface EntrySection {
  title: string;
  rows: EntryRow[];
}

/** Returns everything that an entry says, by subject; subjects without a value are left out. */
export function entrySections(entry: ActivityEntry): EntrySection[] {
  const sections = [
    { title: entryTexts.about, rows: aboutRows(entry) },
    { title: entryTexts.what, rows: objectRows(entry) },
    { title: entryTexts.who, rows: actorRows(entry) },
    { title: entryTexts.facts, rows: factRows(entry.details) },
    { title: entryTexts.peopleFacts, rows: factRows(entry.personal) },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

/** Lines without a value are left out. */
function rowsOf(
  lines: readonly (readonly [string, string | null, EntryRow['only']?, (AccessedObject | undefined)?])[],
): EntryRow[] {
  return lines.flatMap(([label, value, only, accesses]) =>
    value === null || value === ''
      ? []
      : [{ label, value, ...(only && { only }), ...(accesses && { accesses }) }],
  );
}

const aboutRows = ({ at, action, outcome, requestId }: ActivityEntry) =>
  rowsOf([
    [entryTexts.action, actionLabel(action)],
    [entryTexts.meaning, (AUDIT_ACTIONS as Record<string, string | undefined>)[action] ?? null],
    [entryTexts.outcome, outcomeLabels[outcome]],
    [entryTexts.time, formatDateTime(at)],
    [entryTexts.utc, at],
    [entryTexts.request, requestId],
  ]);

const { onlyNames } = entryTexts;

function objectRows({ object, record, link }: ActivityEntry): EntryRow[] {
  return [
    ...(object === null ? [] : ownRows(object)),
    // When the link is the object, its lines are there already.
    ...(link === null || link.sfid === object?.id
      ? []
      : rowsOf([
          [entryTexts.link, link.name || entryTexts.deletedName],
          [
            entryTexts.linkId,
            link.sfid,
            { name: onlyNames.link, filter: { object: link.sfid } },
            { kind: 'link', id: link.sfid, name: link.name },
          ],
        ])),
    ...(record === null
      ? []
      : rowsOf([
          [entryTexts.record, record.name || entryTexts.deletedName],
          [entryTexts.recordId, record.sfid, { name: onlyNames.record, filter: { record: record.sfid } }],
        ])),
  ];
}

function ownRows({ kind, id, name, path }: NonNullable<ActivityEntry['object']>): EntryRow[] {
  return rowsOf([
    [objectKindLabels[kind] ?? kind, name],
    [entryTexts.path, path],
    [
      entryTexts.objectId,
      id,
      { name: onlyNames.object, filter: { object: id } },
      kind === 'file' || kind === 'link' ? { kind, id, name: name ?? '' } : undefined,
    ],
  ]);
}

function actorRows(entry: ActivityEntry): EntryRow[] {
  const { id, email, address, agent } = entry.actor;
  return rowsOf([
    [entryTexts.actor, actorLabel(entry)],
    [entryTexts.email, email],
    [entryTexts.accountId, id, id === null ? undefined : { name: onlyNames.person, filter: { person: id } }],
    [entryTexts.address, address],
    [entryTexts.agent, agent],
    [entryTexts.visit, entry.visitId],
  ]);
}

/** null and empty lists are shown too: they are what a fact says. */
const factRows = (facts: Record<string, unknown>): EntryRow[] =>
  Object.entries(facts).map(([key, value]) => ({ label: factLabel(key), value: factText(value) }));
