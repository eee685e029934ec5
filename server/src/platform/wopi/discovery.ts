import { attributesOf, xmlTokens } from '../xml/index.ts';
import { type ProofKeys, publicKeyOf } from './proof.ts';

/** What an office service can do with files of one extension, as far as the vault asks for it. */
export type WopiAction = 'view' | 'edit';

export interface ActionTemplate {
  /** the address with its placeholders */
  urlSource: string;
  /** the picture of the program; null when the service names none */
  favicon: string | null;
}

/** What an office service tells about itself. */
export interface Discovery {
  /** by `action extension`, such as 'edit docx' */
  actions: ReadonlyMap<string, ActionTemplate>;
  /** null: the service does not sign its calls */
  proofKeys: ProofKeys | null;
}

/** More actions than any service has; the rest is not looked at. */
const MAX_ACTIONS = 20_000;
const ACTIONS: ReadonlySet<string> = new Set<WopiAction>(['view', 'edit']);
/** Zones in which services describe themselves, the best one first; the outer ones are reached by browsers. */
const ZONES = ['external-https', 'external-http', 'internal-https', 'internal-http'];

/**
 * Reads the XML of WOPI discovery ([MS-WOPI] 3.1.5.1.1). Of several zones the outermost, encrypted one counts. What is
 * not understood is passed over.
 * @param xml at most a few megabytes
 * @throws XmlError, or an Error when it is no discovery at all, or has a proof key that cannot be used
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
  if (!isDiscovery) throw new Error('this is no WOPI discovery');
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
  // The same extension stands in several programs; the first one is the usual one.
  if (!zone.has(key)) zone.set(key, { urlSource, favicon });
}

function bestOf(zones: ReadonlyMap<string, Map<string, ActionTemplate>>): Map<string, ActionTemplate> {
  const filled = [...zones].filter(([, actions]) => actions.size > 0);
  const rank = (name: string) => (ZONES.includes(name) ? ZONES.indexOf(name) : ZONES.length);
  const [best] = filled.toSorted(([one], [other]) => rank(one) - rank(other));
  return best?.[1] ?? new Map<string, ActionTemplate>();
}

/**
 * Both keys are in the XML; a service that has none leaves the element or its attributes empty.
 * @throws for a key that cannot be read: the service signs its calls, so unsigned ones must not pass
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

/** An http(s) address as it is; null for anything else. */
function webAddress(text: string | undefined): string | null {
  const url = URL.parse(text ?? '');
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

const PLACEHOLDER = /<([^<>=]+)=([^<>&]*)(&?)>/g;

const withoutPlaceholders = (urlSource: string) => urlSource.replaceAll(PLACEHOLDER, '');

export interface ActionValues {
  /** where the service finds the file */
  wopiSource: string;
  /** of the person, as in BCP 47; null: the service finds it out */
  language: string | null;
}

/**
 * The address of an action. Placeholders that the vault has a value for get it, all others go with their angle brackets.
 * Where there is no place for the address of the file, it is added (Microsoft, "WOPI discovery", placeholder values).
 */
export function actionAddress(urlSource: string, { wopiSource, language }: ActionValues): string {
  const values: Record<string, string | null> = {
    UI_LLCC: language,
    DC_LLCC: language,
    // documents are opened by people of a firm, who have a licence of their own
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
