import { join } from 'node:path';
import { describeSettings } from '../src/config/index.ts';

export const ENV_EXAMPLE_PATH = join(import.meta.dirname, '../../.env.example');

const HEADER = `# Settings of Portal Vault. Made from server/src/config by \`npm run env-example\`; do not edit.
#
# Copy this file to .env in the folder where the server starts, and remove the # in front of a setting to change it.
# Every setting is optional. The server checks all of them at the start. docs/operating.md describes them in context.`;

type Setting = ReturnType<typeof describeSettings>[number]['settings'][number];

/** @returns the text of `.env.example`: each setting with description, unit and default, commented out */
export function envExample(): string {
  const groups = describeSettings().map(({ title, settings }) =>
    [`# --- ${title} ---`, ...settings.map(settingLines)].join('\n\n'),
  );
  return `${[HEADER, ...groups].join('\n\n')}\n`;
}

function settingLines(setting: Setting): string {
  const unit = setting.unit === null ? [] : [`# Unit: ${setting.unit}.`];
  return [
    `# ${setting.description}.`,
    ...unit,
    `# Default: ${setting.default}`,
    `#${setting.name}=${quoted(setting.value)}`,
  ].join('\n');
}

/** In a `.env` file an unquoted value ends at a `#`. */
const quoted = (value: string) => (/[#\s]/.test(value) ? `"${value}"` : value);
