import * as z from 'zod';

export const text = z.string().trim().min(1);

/** The documentation of a setting in `.env.example`. */
export interface SettingInfo {
  /** one sentence, without a full stop */
  readonly description: string;
  /** the unit of a number */
  readonly unit?: string;
  /** the behaviour without the setting, for a setting that has no default value */
  readonly whenUnset: string;
  /** a value that shows the format; never a real one */
  readonly example: string;
}

type DefaultInfo = Pick<SettingInfo, 'description' | 'unit'>;

/** The texts of each setting, and its default value. */
export const settingTexts = z.registry<DefaultInfo & Partial<SettingInfo> & { readonly value?: unknown }>();

const unset = (value: unknown) => (value === '' ? undefined : value);

/** @returns the schema of a setting without a default value; an empty value counts as unset */
export function optional<T extends z.ZodType>(schema: T, info: SettingInfo) {
  return z.preprocess(unset, schema.optional()).register(settingTexts, info);
}

/** @returns the schema of a setting with a default value; an empty value counts as unset */
export function withDefault<T extends z.ZodType>(
  schema: T,
  value: z.util.NoUndefined<z.output<T>>,
  info: DefaultInfo,
) {
  return z.preprocess(unset, schema.default(value)).register(settingTexts, { ...info, value });
}
