import type { ActivityEntry } from '@vault/contract';
import { actorTexts, entryTexts } from './texts.ts';

type Actor = ActivityEntry['actor'];

/** Returns who acted, in words: a name, an address, or the kind. */
export function actorLabel({ actor, redacted }: Pick<ActivityEntry, 'actor' | 'redacted'>): string {
  if (redacted && actor.kind === 'person') return actorTexts.removed;
  return LABELS[actor.kind](actor);
}

const LABELS: Record<Actor['kind'], (actor: Actor) => string> = {
  person: ({ name, email, id }) => name ?? email ?? id ?? '',
  visitor: ({ email }) => (email === null ? actorTexts.visitor : `${actorTexts.visitor} ${email}`),
  anonymous: () => actorTexts.anonymous,
  system: () => actorTexts.system,
  command: ({ name }) => (name === null ? actorTexts.command : actorTexts.commandOf(name)),
};

/** Returns path and name of an object at that time; its id when it has no name. */
export function objectLabel({ name, path, id }: NonNullable<ActivityEntry['object']>): string {
  if (name === null || name === '') return id;
  return path === null || path === '' ? name : `${path}/${name}`;
}

/** A fact of an entry in words: 'formerName' becomes 'Former name'. */
export function factLabel(key: string): string {
  const words = key.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Returns a value of an entry as text; a list has one value on each line. */
export function factText(value: unknown): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return entryTexts.none;
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(factText).join('\n');
  return JSON.stringify(value, null, 1);
}
