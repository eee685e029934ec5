import type { Landing } from '@vault/contract';
import type { AccessCheck } from '../access-check/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import type { SecretKey } from '../platform/secrets/index.ts';
import type { Sealer, Signer } from '../platform/tokens/index.ts';
import type { WopiClient } from '../platform/wopi/index.ts';
import type { OfficeWindows, RenderingDeps } from '../preview/index.ts';
import type { Throttle } from '../throttle/index.ts';
import type { UploadDeps } from '../upload/index.ts';

/** The dependencies of the calls behind links. */
export interface VisitorDeps extends UploadDeps, RenderingDeps {
  database: Database;
  clock: Clock;
  secretKey: SecretKey;
  sealer: Sealer;
  signer: Signer;
  throttle: Throttle;
  wopi: WopiClient;
  windows: OfficeWindows;
  access: AccessCheck;
  settings: UploadDeps['settings'] & { brand: Landing['brand'] };
}
