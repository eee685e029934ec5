import { browserStorage } from './browser-storage.ts';

interface Setting<Value> {
  /** key in the storage; for a setting of a person, the id of the person is added */
  key: string;
  /**
   * Parses the stored text, which can be anything.
   * @param text null when nothing is stored
   * @returns the value, or the default when the text is not valid
   */
  parse: (text: string | null) => Value;
  /** returns the text to store; null removes the stored text. The default is `String` */
  format?: (value: Value) => string | null;
}

interface Remembered<Value> {
  read: () => Value;
  write: (value: Value) => void;
}

interface RememberedOfPerson<Value> {
  /** returns the setting of a person; the default while the person is not known (null) */
  read: (personId: string | null) => Value;
  write: (personId: string, value: Value) => void;
}

/** Creates a setting that this browser stores for all persons. Reading and writing never throw. */
export function remembered<Value>({ key, parse, format = String }: Setting<Value>): Remembered<Value> {
  return {
    read: () => parse(browserStorage.getItem(key)),
    write: (value) => {
      const text = format(value);
      if (text === null) browserStorage.removeItem(key);
      else browserStorage.setItem(key, text);
    },
  };
}

/** Creates a setting that this browser stores for each person. Reading and writing never throw. */
export function rememberedOfPerson<Value>(setting: Setting<Value>): RememberedOfPerson<Value> {
  const of = (personId: string) => remembered({ ...setting, key: `${setting.key}.${personId}` });
  return {
    read: (personId) => (personId === null ? setting.parse(null) : of(personId).read()),
    write: (personId, value) => of(personId).write(value),
  };
}
