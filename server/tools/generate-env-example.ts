import { writeFile } from 'node:fs/promises';
import { ENV_EXAMPLE_PATH, envExample } from './env-example.ts';

// Writes .env.example. Run it after each change of a setting.

await writeFile(ENV_EXAMPLE_PATH, envExample());
