import { registerHooks } from 'node:module';

/** Replaces the module whose functions record entries of the audit. The product has no setting for this. */
export function replaceRecording(source: string): void {
  registerHooks({
    load(url, context, nextLoad) {
      if (!/\/server\/(src|dist)\/audit\/record\.[jt]s$/.test(url)) return nextLoad(url, context);
      // The modules of the built server have the extension .js.
      const built = url.endsWith('.js') ? source.replaceAll(".ts'", ".js'") : source;
      return { format: 'module', source: built, shortCircuit: true };
    },
  });
}
