// `npm run example`: the example portal on port 5300, with a vault inside.
import { buildEmbedded } from './build-web.mjs';
import { projectNode, root, run, runMain, print } from './script.mjs';
import { install } from './install.mjs';
import { servePortal } from './portal.mjs';

const PORT = 5300;
/** The address that web/example/sign-in.ts uses. */
const VAULT = 'http://127.0.0.1:8080';

await runMain(async () => {
  await install();
  await buildEmbedded();
  const portal = await servePortal({ port: PORT, vaultOf: () => VAULT });
  print(`The portal is at ${portal.url}. Sign in with the accounts of the vault, which starts now.`);
  const env = { ...process.env, PORTAL_ORIGINS: portal.url };
  const code = await run(projectNode(), ['tools/start.mjs'], { cwd: root, env });
  await portal.stop();
  return code;
});
