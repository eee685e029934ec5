import { browserStorage } from './browser-storage.ts';

interface Setting<Value> {
  /** key in the storage; a setting of a person adds the person's id */
  key: string;
  /**
   * Parses the stored text, which can be anything.
   * @param text null when nothing is stored
   * @returns the default for everything but a valid value
   */
  parse: (text: string | null) => Value;
  /** @returns the text to store; null removes it. `String` when left out */
  format?: (value: Value) => string | null;
}

interface Remembered<Value> {
  read: () => Value;
  write: (value: Value) => void;
}

interface RememberedOfPerson<Value> {
  /** @param personId null while the signed-in person is not known: returns the default */
  read: (personId: string | null) => Value;
  write: (personId: string, value: Value) => void;
}

/** A setting of this browser, shared by all persons. Neither call throws. */
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

/** A setting for each person in this browser. Neither call throws. */
export function rememberedOfPerson<Value>(setting: Setting<Value>): RememberedOfPerson<Value> {
  const of = (personId: string) => remembered({ ...setting, key: `${setting.key}.${personId}` });
  return {
    read: (personId) => (personId === null ? setting.parse(null) : of(personId).read()),
    write: (personId, value) => of(personId).write(value),
  };
}
