// The health check of the image: exit code 0 when this server is ready to serve, otherwise 1 and the reason.
const address = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}/readyz`;

/** @returns {Promise<string | null>} why the server is not ready */
async function problem() {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(4000) });
    return response.ok ? null : `${response.status} ${await response.text()}`;
  } catch (error) {
    return `No reply from ${address}: ${String(error)}`;
  }
}

const reason = await problem();
if (reason !== null) console.error(reason);
process.exitCode = reason === null ? 0 : 1;
