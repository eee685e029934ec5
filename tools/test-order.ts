import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, the longest first (docs/decisions/test-speed.md). They begin first, so that the other
 * workers have short files left when they end. Vitest itself orders by the durations of the last run, which a fresh
 * clone does not have, and runs the projects one after the other.
 */
const LONGEST = [
  'server/src/stop.test.ts',
  'campaign/crash/crash.test.ts',
  'server/src/platform/database/embedded.test.ts',
  'server/src/platform/scanner/large-files.test.ts',
  'server/src/plans.test.ts',
  'server/src/http/hostile-objects.test.ts',
  'server/src/backup/backup.test.ts',
  'server/src/backup/backup-bucket.test.ts',
  'server/src/nodes.test.ts',
  'server/src/search/find.property.test.ts',
  'server/src/lost-answers.test.ts',
  'campaign/nodes/nodes.test.ts',
  'campaign/power/power.test.ts',
  'server/src/demo/seed.test.ts',
  'server/src/platform/readers/real-documents.test.ts',
  'server/src/ended-access.test.ts',
  'server/src/permissions.test.ts',
  'server/src/upload/failing-disk.test.ts',
  'server/src/blobs/healing.test.ts',
  'server/src/sharing/share.test.ts',
  'server/src/trash/delete-for-ever.test.ts',
  'server/src/download/send.test.ts',
  'server/src/platform/office/office.test.ts',
  'server/src/secret-key.test.ts',
  'server/src/processes.test.ts',
  'server/src/platform/readers/document-reader.test.ts',
  'server/src/password-reset/password-reset.test.ts',
  'server/src/session/hostile.test.ts',
  'server/src/preview/rendered.test.ts',
  'server/src/vault-command/vault-command.test.ts',
  'server/src/platform/scanner/wrappings.test.ts',
  'server/src/events/announce.test.ts',
  'server/src/session/change-password.test.ts',
  'server/src/organise/at-once.test.ts',
  'server/src/platform/database/outage.test.ts',
  'server/src/platform/scanner/embedded.test.ts',
  'server/src/organise/copy.test.ts',
  'server/src/download/zip-tools.test.ts',
  'server/src/platform/scanner/clamd-ping.test.ts',
  'server/src/organise/move.test.ts',
  'server/src/platform/mail/mail.test.ts',
  'server/src/platform/database/roles.test.ts',
  'server/src/platform/database/startup.test.ts',
  'server/src/upload/clamd.test.ts',
  'server/src/platform/database/liveness.test.ts',
  'server/src/platform/database/migrate.test.ts',
  'server/src/platform/database/failures.test.ts',
  'server/src/platform/database/lease.test.ts',
];

/** The server's files take longest; the others fill the end of the run. A worker is shared within one project only. */
const PROJECTS = ['server', 'demo', 'contract', 'tools', 'isolated web', 'web'];

function rank({ moduleId, project }: TestSpecification): number {
  const index = LONGEST.indexOf(relative(project.config.root, moduleId));
  return index >= 0 ? index : LONGEST.length + PROJECTS.indexOf(project.name);
}

/** Orders the test files: the longest ones first, the other files by project, and within it as Vitest orders them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of the sequencer, not of an array
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
