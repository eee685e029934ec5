// The import rules of docs/architecture.md, checked by `npm run architecture` and in `npm test`.
// The parser is swc, because TypeScript 7 has no JavaScript API. swc reports type-only imports separately, so the
// option tsPreCompilationDeps (which needs TypeScript) is not used.

const TESTS = String.raw`\.(test|spec|suite)\.tsx?$|/fixtures/|^server/src/testing/`;
const TYPES_ARE_FINE = { dependencyTypesNot: ['type-only'] };

/** Modules that access disks, sockets, processes or other services. */
const OUTSIDE_WORLD = String.raw`^(fs|fs/promises|net|tls|dgram|dns|dns/promises|http|https|http2|child_process|cluster|worker_threads)$`;
const SERVICES = '^node_modules/(pg|graphile-worker|@virustotal/|nodemailer|@aws-sdk/|openid-client)';

export default {
  forbidden: [
    {
      name: 'no-cycle',
      comment:
        'Two files that need each other are one idea in two places, or one of them stands in the wrong one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'contract-stands-alone',
      comment: 'contract/ is what both sides agree on: it imports nothing of ours.',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(server|demo|web|e2e|bench|tools)/' },
    },
    {
      name: 'demo-stands-apart',
      comment: 'demo/ is content: it imports contract/ only.',
      severity: 'error',
      from: { path: '^demo/' },
      to: { path: '^(server|web|e2e|bench|tools)/' },
    },
    {
      name: 'demo-by-its-loader',
      comment: 'Only server/src/demo knows demo/.',
      severity: 'error',
      from: { pathNot: ['^demo/', '^server/src/demo/', TESTS] },
      to: { path: '^demo/' },
    },
    {
      name: 'demo-can-be-absent',
      comment: 'The server runs without demo/, which it loads by a dynamic import.',
      severity: 'error',
      from: { pathNot: ['^demo/', TESTS] },
      to: { path: '^demo/', dependencyTypesNot: ['type-only', 'dynamic-import'] },
    },
    {
      name: 'contract-by-its-front-door',
      comment:
        'Import from @vault/contract, in tests also from @vault/contract/testing, not from a file inside.',
      severity: 'error',
      from: { pathNot: '^contract/' },
      to: { path: '^contract/', pathNot: String.raw`^contract/src/(testing/)?index\.ts$` },
    },
    {
      name: 'server-and-web-apart',
      comment: 'Server and web meet in contract/ only.',
      severity: 'error',
      from: { path: '^(server|web)/' },
      to: { path: '^(server|web|e2e|bench|tools)/', pathNot: '^$1/' },
    },
    {
      name: 'server-area-by-its-index',
      comment: 'An area is reached from outside through its index.ts only.',
      severity: 'error',
      from: { path: '^server/src/([^/]+)' },
      to: {
        path: String.raw`^server/src/(?!platform/|http/|testing/)[^/]+/`,
        pathNot: [String.raw`^server/src/$1/`, String.raw`^server/src/[^/]+/index\.ts$`],
      },
    },
    {
      name: 'http-by-its-index',
      comment: 'Areas take from http/ what its index.ts hands out; app.ts puts the rest of it together.',
      severity: 'error',
      from: { path: String.raw`^server/src/[^/]+/`, pathNot: ['^server/src/http/', TESTS] },
      to: { path: '^server/src/http/', pathNot: String.raw`^server/src/http/index\.ts$` },
    },
    {
      name: 'platform-part-by-its-index',
      comment: 'A part of platform/ is reached from outside through its index.ts (or is one file).',
      severity: 'error',
      from: { path: '^server/src/(platform/[^/]+|[^/]+)', pathNot: '^server/src/testing/' },
      to: {
        path: String.raw`^server/src/platform/[^/]+/`,
        pathNot: [String.raw`^server/src/$1/`, String.raw`^server/src/platform/[^/]+/index\.ts$`],
      },
    },
    {
      name: 'platform-knows-no-area',
      comment: 'platform/ gives the parts; it knows nothing of the product.',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: TESTS },
      to: { path: '^server/src/(?!platform/)' },
    },
    {
      name: 'http-knows-no-area',
      comment: 'http/ serves any endpoint; the areas bring theirs.',
      severity: 'error',
      from: { path: '^server/src/http/', pathNot: TESTS },
      to: { path: String.raw`^server/src/(?!http/|platform/|config\.ts$)` },
    },
    {
      name: 'config-knows-nothing',
      comment: 'config/ reads settings; everything else receives them.',
      severity: 'error',
      from: { path: '^server/src/config/', pathNot: TESTS },
      to: { path: '^server/src/', pathNot: '^server/src/config/' },
    },
    {
      name: 'areas-get-their-settings',
      comment:
        'Areas and platform receive their settings as arguments; main.ts and app.ts are built from them only.',
      severity: 'error',
      from: { path: '^server/src/[^/]+/', pathNot: TESTS },
      to: { path: String.raw`^server/src/(app|main)\.ts$` },
    },
    {
      name: 'sql-in-queries-only',
      comment: 'Only queries.ts files (and platform/database) speak SQL.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: [String.raw`(^|[./-])queries(\.ts$|/)`, '^server/src/platform/(database|jobs)/', TESTS],
      },
      to: { path: '^node_modules/kysely/', ...TYPES_ARE_FINE },
    },
    {
      name: 'outside-world-in-platform-only',
      comment: 'Of the folders only platform/ speaks to a disk, a socket, a process or another service.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: [
          '^server/src/platform/',
          String.raw`^server/src/[^/]+\.ts$`,
          String.raw`^server/src/http/static\.ts$`,
          TESTS,
        ],
      },
      to: { path: [OUTSIDE_WORLD, SERVICES], ...TYPES_ARE_FINE },
    },
    {
      name: 'contract-and-web-run-in-browsers',
      comment: 'No module of Node in code that runs in a browser.',
      severity: 'error',
      from: { path: '^(contract|web)/src/', pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'e2e-and-bench-stay-outside',
      comment:
        'Journeys and bench know the product as a user does; of its code they use the test helpers only.',
      severity: 'error',
      from: { path: '^(e2e|bench)/' },
      to: { path: '^(server|web)/', pathNot: '^server/src/testing/' },
    },
    {
      name: 'no-test-code-in-the-product',
      comment: 'What only tests use stays with the tests.',
      severity: 'error',
      from: { path: '^(contract|server|web)/', pathNot: [TESTS, String.raw`/testing/`] },
      to: { path: [TESTS, '/testing/'] },
    },
    {
      name: 'web-area-by-its-index',
      comment: 'An area of the web application is reached from outside through its index.ts only.',
      severity: 'error',
      from: { path: '^web/src/([^/]+)', pathNot: String.raw`^web/src/(main|embed)\.tsx$` },
      to: {
        path: String.raw`^web/src/(?!kit/|testing/)[^/]+/`,
        pathNot: [String.raw`^web/src/$1/`, String.raw`^web/src/[^/]+/index\.tsx?$`],
      },
    },
    {
      name: 'shared-below-areas',
      comment: 'shared/ is used by all areas and by app/; it imports kit/, availability/ and api/ only.',
      severity: 'error',
      from: { path: '^web/src/shared/', pathNot: TESTS },
      to: { path: '^web/src/(?!shared/|kit/|availability/|api/)' },
    },
    {
      name: 'api-below-shared',
      comment: 'api/ calls the server; it imports kit/ and availability/ only.',
      severity: 'error',
      from: { path: '^web/src/api/', pathNot: TESTS },
      to: { path: '^web/src/(?!api/|kit/|availability/)' },
    },
    {
      name: 'areas-below-app',
      comment: 'app/ combines the areas; only the entries main.tsx and embed.tsx import it.',
      severity: 'error',
      from: { path: '^web/src/', pathNot: [String.raw`^web/src/(main|embed)\.tsx$`, '^web/src/app/', TESTS] },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'kit-knows-no-area',
      comment: 'web/src/kit holds pieces that know nothing of the product.',
      severity: 'error',
      from: { path: '^web/src/kit/', pathNot: TESTS },
      to: { path: '^web/src/(?!kit/)' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: '(^|/)node_modules/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
    },
  },
};
