import cors from '@fastify/cors';
import {
  CLIENT_ID_HEADER,
  contract,
  UPLOAD_LENGTH_HEADER,
  UPLOAD_NAME_HEADER,
  UPLOAD_OFFSET_HEADER,
} from '@vault/contract';
import type { FastifyInstance } from 'fastify';

/** As long as browsers keep the answer to a preflight at most. */
const PREFLIGHT_SECONDS = 7200;

const OPEN = {
  // whoever reads this asked, and is one of the portals
  origin: true,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: [
    'Authorization',
    'Content-Type',
    'If-Range',
    'Range',
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
    UPLOAD_LENGTH_HEADER,
    UPLOAD_OFFSET_HEADER,
  ],
  maxAge: PREFLIGHT_SECONDS,
  // the token comes in a header that scripts write: there is nothing that a browser would send along by itself
  credentials: false,
};
const CLOSED = { origin: false };

/** Behind links people come to the vault's own pages. */
const PUBLIC_PATH = contract.recipient.landing.path.replace(/:.*/, '');
/** What the PDF viewer fetches while it draws (web/pdfjs-assets.ts). */
const VIEWER_PATH = '/assets/pdfjs-';

function isForPortals(url: string): boolean {
  const path = pathOf(url);
  return (path.startsWith('/api/') && !path.startsWith(PUBLIC_PATH)) || path.startsWith(VIEWER_PATH);
}

/** A path as the routes read it: letters may be written with a %. @returns '' for one that cannot be read */
function pathOf(url: string): string {
  try {
    return decodeURI(url.replace(/[?#].*/s, ''));
  } catch {
    return '';
  }
}

/**
 * Lets pages of the portals make the calls of the vault (Fetch Standard, section 3.2). Other pages, and all pages when
 * there is no portal, are kept out by their browsers. To be registered before the routes.
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
