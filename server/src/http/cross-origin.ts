import cors from '@fastify/cors';
import {
  BACKGROUND_HEADER,
  CLIENT_ID_HEADER,
  contract,
  UPLOAD_DIRECT_HEADER,
  UPLOAD_LENGTH_HEADER,
  UPLOAD_NAME_HEADER,
  UPLOAD_OFFSET_HEADER,
} from '@vault/contract';
import type { FastifyInstance } from 'fastify';

/** The maximum time for which browsers cache the reply to a preflight. */
const PREFLIGHT_SECONDS = 7200;

const OPEN = {
  // echoes the origin of the request, which is one of the portals
  origin: true,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: [
    'Authorization',
    'Content-Type',
    'If-Range',
    'Range',
    BACKGROUND_HEADER,
    CLIENT_ID_HEADER,
    UPLOAD_LENGTH_HEADER,
    UPLOAD_NAME_HEADER,
    UPLOAD_OFFSET_HEADER,
  ],
  exposedHeaders: [
    'Accept-Ranges',
    'Content-Disposition',
    'Content-Range',
    'ETag',
    'Retry-After',
    'X-Request-Id',
    UPLOAD_DIRECT_HEADER,
    UPLOAD_LENGTH_HEADER,
    UPLOAD_OFFSET_HEADER,
  ],
  maxAge: PREFLIGHT_SECONDS,
  // scripts send the token in a header: there are no cookies
  credentials: false,
};
const CLOSED = { origin: false };

/** The calls behind links are excluded, because only the vault's own pages make them. */
const PUBLIC_PATH = contract.recipient.landing.path.replace(/:.*/, '');
/** The files that the PDF viewer loads while it renders (web/pdfjs-assets.ts). */
const VIEWER_PATH = '/assets/pdfjs-';

function isForPortals(url: string): boolean {
  const path = pathOf(url);
  return (path.startsWith('/api/') && !path.startsWith(PUBLIC_PATH)) || path.startsWith(VIEWER_PATH);
}

/**
 * The decoded path, as the routes match it.
 * @returns '' for one that cannot be decoded
 */
function pathOf(url: string): string {
  try {
    return decodeURI(url.replace(/[?#].*/s, ''));
  } catch {
    return '';
  }
}

/**
 * Allows pages of the portals to make the calls of the vault (Fetch Standard, section 3.2). Browsers refuse other
 * pages, and all pages when there is no portal. To be registered before the routes.
 * @param portalOrigins such as 'https://portal.example.com'
 */
export async function allowPortals(app: FastifyInstance, portalOrigins: readonly string[]): Promise<void> {
  if (portalOrigins.length === 0) return;
  const portals = new Set(portalOrigins);
  await app.register(cors, {
    delegator: (request, answer) => {
      const isOpen = portals.has(request.headers.origin ?? '') && isForPortals(request.url);
      answer(null, isOpen ? OPEN : CLOSED);
    },
  });
}
