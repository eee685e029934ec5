import { attributesOf, xmlTokens } from '../xml/index.ts';
import { type ProofKeys, publicKeyOf } from './proof.ts';

/** The actions of an office service for files of one extension that the vault uses. */
export type WopiAction = 'view' | 'edit';

export interface ActionTemplate {
  /** the address with its placeholders */
  urlSource: string;
  /** the program's picture; null when the service has none */
  favicon: string | null;
}

/** The data from an office service's discovery. */
export interface Discovery {
  /** the actions by their name and the extension, such as 'edit docx' */
  actions: ReadonlyMap<string, ActionTemplate>;
  /** null when the service does not sign its calls */
  proofKeys: ProofKeys | null;
}

/** More actions than any service has; the rest is ignored. */
const MAX_ACTIONS = 20_000;
const ACTIONS: ReadonlySet<string> = new Set<WopiAction>(['view', 'edit']);
/** Zones of services, the best one first; browsers can reach the external ones. */
const ZONES = ['external-https', 'external-http', 'internal-https', 'internal-http'];

/**
 * Reads the XML of WOPI discovery ([MS-WOPI] 3.1.5.1.1). Of several zones the external, encrypted one is used. Unknown
 * parts are ignored.
 * @param xml at most a few megabytes
 * @throws XmlError, or an Error when it is not a discovery, or has an unusable proof key
 */
export async function readDiscovery(xml: Uint8Array): Promise<Discovery> {
  const zones = new Map<string, Map<string, ActionTemplate>>();
  let zone = new Map<string, ActionTemplate>();
  let favicon: string | null = null;
  let proofKeys: ProofKeys | null = null;
  let isDiscovery = false;
  for await (const tokens of xmlTokens(once(xml))) {
    for (const token of tokens) {
      if (token.kind !== 'open') continue;
      const attributes = attributesOf(token.attributes);
      if (token.name === 'wopi-discovery') isDiscovery = true;
      if (token.name === 'net-zone') {
        const name = attributes.get('name') ?? '';
        zone = zones.get(name) ?? new Map<string, ActionTemplate>();
        zones.set(name, zone);
      }
      if (token.name === 'app') favicon = webAddress(attributes.get('favIconUrl'));
      if (token.name === 'action') addAction(zone, attributes, favicon);
      if (token.name === 'proof-key') proofKeys = proofKeysOf(attributes);
    }
  }
  if (!isDiscovery) throw new Error('it is not a WOPI discovery');
  return { actions: bestOf(zones), proofKeys };
}

function addAction(
  zone: Map<string, ActionTemplate>,
  attributes: Map<string, string>,
  favicon: string | null,
): void {
  const name = attributes.get('name') ?? '';
  const extension = (attributes.get('ext') ?? '').toLowerCase();
  const urlSource = attributes.get('urlsrc') ?? '';
  if (!ACTIONS.has(name) || extension === '' || zone.size >= MAX_ACTIONS) return;
  if (webAddress(withoutPlaceholders(urlSource)) === null) return;
  const key = `${name} ${extension}`;
  // Several programs can have the same extension; the first one is the default.
  if (!zone.has(key)) zone.set(key, { urlSource, favicon });
}

function bestOf(zones: ReadonlyMap<string, Map<string, ActionTemplate>>): Map<string, ActionTemplate> {
  const filled = [...zones].filter(([, actions]) => actions.size > 0);
  const rank = (name: string) => (ZONES.includes(name) ? ZONES.indexOf(name) : ZONES.length);
  const [best] = filled.toSorted(([one], [other]) => rank(one) - rank(other));
  return best?.[1] ?? new Map<string, ActionTemplate>();
}

/**
 * Both keys are in the XML; a service without keys leaves the element or its attributes empty.
 * @throws for an unreadable key: the service signs its calls, so unsigned ones must not be accepted
 */
function proofKeysOf(attributes: Map<string, string>): ProofKeys | null {
  if (!attributes.get('modulus') && !attributes.get('value')) return null;
  const read = (prefix: string) =>
    publicKeyOf({
      modulus: attributes.get(`${prefix}modulus`) ?? '',
      exponent: attributes.get(`${prefix}exponent`) ?? '',
      value: attributes.get(`${prefix}value`) ?? '',
    });
  const current = read('');
  if (current === null) throw new Error('the proof key of the office service cannot be used');
  return { current, old: read('old') };
}

/** An unchanged http(s) address; null for any other. */
function webAddress(text: string | undefined): string | null {
  const url = URL.parse(text ?? '');
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

const PLACEHOLDER = /<([^<>=]+)=([^<>&]*)(&?)>/g;

const withoutPlaceholders = (urlSource: string) => urlSource.replaceAll(PLACEHOLDER, '');

export interface ActionValues {
  /** the address at which the service reads the file */
  wopiSource: string;
  /** the person's language, as in BCP 47; null: the service detects it */
  language: string | null;
}

/**
 * The address of an action. Placeholders with a value in the vault are replaced, all others are removed with their
 * angle brackets. If there is no placeholder for the address of the file, it is added (Microsoft, "WOPI discovery",
 * placeholder values).
 */
export function actionAddress(urlSource: string, { wopiSource, language }: ActionValues): string {
  const values: Record<string, string | null> = {
    UI_LLCC: language,
    DC_LLCC: language,
    // The value for business users, who have a licence of the office service.
    BUSINESS_USER: '1',
    WOPI_SOURCE: wopiSource,
  };
  let hasSource = false;
  const filled = urlSource.replaceAll(PLACEHOLDER, (_whole, name: string, value: string, and: string) => {
    const known = Object.hasOwn(values, value) ? values[value] : null;
    if (known === null || known === undefined) return '';
    if (value === 'WOPI_SOURCE') hasSource = true;
    return `${name}=${encodeURIComponent(known)}${and}`;
  });
  const base = filled.replace(/[?&]+$/, '');
  if (hasSource) return base;
  return `${base}${base.includes('?') ? '&' : '?'}WOPISrc=${encodeURIComponent(wopiSource)}`;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
