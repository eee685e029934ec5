// The import rules of docs/architecture.md, checked by `npm run architecture` and in `npm test`.
// The parser is swc, because TypeScript 7 has no JavaScript API. swc reports type-only imports separately, so the
// option tsPreCompilationDeps (which needs TypeScript) is not used.

const TESTS = String.raw`\.(test|spec|suite)\.tsx?$|/fixtures/|^(server|web)/src/testing/`;
const TYPES_ARE_FINE = { dependencyTypesNot: ['type-only'] };

/** Modules that access disks, sockets, processes or other services. */
const EXTERNAL_ACCESS = String.raw`^(fs|fs/promises|net|tls|dgram|dns|dns/promises|http|https|http2|child_process|cluster|worker_threads)$`;
const SERVICES = '^node_modules/(pg|graphile-worker|@virustotal/|nodemailer|@aws-sdk/|openid-client)';

export default {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'Files must not import each other, also not through other files.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'Every import must resolve to a file or a package.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'contract-imports-nothing',
      comment: 'contract/ is shared by server and web: it imports no other folder of the project.',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(server|demo|web|e2e|bench|campaign|tools)/' },
    },
    {
      name: 'demo-imports-contract-only',
      comment: 'demo/ contains accounts and documents: it imports contract/ only.',
      severity: 'error',
      from: { path: '^demo/' },
      to: { path: '^(server|web|e2e|bench|campaign|tools)/' },
    },
    {
      name: 'demo-imported-by-its-loader-only',
      comment: 'Only server/src/demo imports demo/.',
      severity: 'error',
      from: { pathNot: ['^demo/', '^server/src/demo/', TESTS] },
      to: { path: '^demo/' },
    },
    {
      name: 'demo-can-be-absent',
      comment: 'The server also runs without demo/: it loads demo/ with a dynamic import.',
      severity: 'error',
      from: { pathNot: ['^demo/', TESTS] },
      to: { path: '^demo/', dependencyTypesNot: ['type-only', 'dynamic-import'] },
    },
    {
      name: 'contract-by-its-index',
      comment: 'contract/ is imported as @vault/contract, in tests also as @vault/contract/testing.',
      severity: 'error',
      from: { pathNot: '^contract/' },
      to: { path: '^contract/', pathNot: String.raw`^contract/src/(testing/)?index\.ts$` },
    },
    {
      name: 'server-and-web-apart',
      comment: 'Server and web import contract/, never each other.',
      severity: 'error',
      from: { path: '^(server|web)/' },
      to: { path: '^(server|web|e2e|bench|campaign|tools)/', pathNot: '^$1/' },
    },
    {
      name: 'server-area-by-its-index',
      comment: 'Other folders import an area through its index.ts only.',
      severity: 'error',
      from: { path: '^server/src/([^/]+)' },
      to: {
        path: String.raw`^server/src/(?!platform/|http/|testing/)[^/]+/`,
        pathNot: [String.raw`^server/src/$1/`, String.raw`^server/src/[^/]+/index\.ts$`],
      },
    },
    {
      name: 'http-by-its-index',
      comment: 'Areas import http/ through its index.ts only; app.ts imports its other files.',
      severity: 'error',
      from: { path: String.raw`^server/src/[^/]+/`, pathNot: ['^server/src/http/', TESTS] },
      to: { path: '^server/src/http/', pathNot: String.raw`^server/src/http/index\.ts$` },
    },
    {
      name: 'platform-part-by-its-index',
      comment: 'Other folders import a folder of platform/ through its index.ts only.',
      severity: 'error',
      from: { path: '^server/src/(platform/[^/]+|[^/]+)', pathNot: '^server/src/testing/' },
      to: {
        path: String.raw`^server/src/platform/[^/]+/`,
        pathNot: [String.raw`^server/src/$1/`, String.raw`^server/src/platform/[^/]+/index\.ts$`],
      },
    },
    {
      name: 'platform-imports-no-area',
      comment: 'platform/ is independent of the product: it imports no area.',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: TESTS },
      to: { path: '^server/src/(?!platform/)' },
    },
    {
      name: 'http-imports-no-area',
      comment: 'http/ serves any endpoint: it imports no area.',
      severity: 'error',
      from: { path: '^server/src/http/', pathNot: TESTS },
      to: { path: '^server/src/(?!http/|platform/)' },
    },
    {
      name: 'config-imports-nothing',
      comment: 'config/ reads the settings and imports no other folder of the server.',
      severity: 'error',
      from: { path: '^server/src/config/', pathNot: TESTS },
      to: { path: '^server/src/', pathNot: '^server/src/config/' },
    },
    {
      name: 'no-import-of-app-and-main',
      comment: 'Areas and platform/ receive settings as arguments: they do not import main.ts and app.ts.',
      severity: 'error',
      from: { path: '^server/src/[^/]+/', pathNot: TESTS },
      to: { path: String.raw`^server/src/(app|main)\.ts$` },
    },
    {
      name: 'sql-in-queries-only',
      comment: 'Only queries.ts files, platform/database and platform/jobs contain SQL.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: [String.raw`(^|[./-])queries(\.ts$|/)`, '^server/src/platform/(database|jobs)/', TESTS],
      },
      to: { path: '^node_modules/kysely/', ...TYPES_ARE_FINE },
    },
    {
      name: 'external-access-in-platform-only',
      comment: 'Among the folders only platform/ accesses disks, sockets, processes and other services.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: [
          '^server/src/platform/',
          String.raw`^server/src/[^/]+\.ts$`,
          String.raw`^server/src/http/static\.ts$`,
          // parse addresses with node:net
          String.raw`^server/src/config/(loopback|trust-proxy)\.ts$`,
          TESTS,
        ],
      },
      to: { path: [EXTERNAL_ACCESS, SERVICES], ...TYPES_ARE_FINE },
    },
    {
      name: 'contract-and-web-run-in-browsers',
      comment: 'Code that runs in a browser imports no module of Node.',
      severity: 'error',
      from: { path: '^(contract|web)/src/', pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'e2e-and-bench-import-test-helpers-only',
      comment: 'Journeys and bench use the product through HTTP: of its code they import test helpers only.',
      severity: 'error',
      from: { path: '^(e2e|bench|campaign)/' },
      to: { path: '^(server|web)/', pathNot: '^server/src/testing/' },
    },
    {
      name: 'campaigns-know-only-the-contract',
      comment:
        'Campaigns judge the product: they know its contract and how it is built and started, and nothing of its code. What is around a vault (PostgreSQL, S3, mail, proxies) comes from the test helpers.',
      severity: 'error',
      from: { path: '^campaign/', pathNot: TESTS },
      to: {
        path: '^(server|web|demo|e2e|bench|tools)/',
        pathNot: [
          String.raw`^tools/(server-command|build-server)\.mjs$`,
          String.raw`^server/src/testing/(free-ports|s3-server|smtp|test-server|nodes/(balancer|repetition)|faults/(freeze|s3-proxy))\.ts$`,
        ],
      },
    },
    {
      name: 'no-test-code-in-the-product',
      comment: 'Product code imports no test code.',
      severity: 'error',
      from: { path: '^(contract|server|web)/', pathNot: [TESTS, String.raw`/testing/`] },
      to: { path: [TESTS, '/testing/'] },
    },
    {
      name: 'web-area-by-its-index',
      comment: 'Other folders import an area through its index.ts only.',
      severity: 'error',
      // web/src/testing may import any folder, because it renders the complete application.
      from: { path: '^web/src/([^/]+)', pathNot: String.raw`^web/src/(testing/|(main|embed)\.tsx$)` },
      to: {
        path: String.raw`^web/src/(?!kit/|testing/)[^/]+/`,
        pathNot: [
          String.raw`^web/src/$1/`,
          String.raw`^web/src/[^/]+/index\.tsx?$`,
          // A separate index, so that the first view of the page does not load the lists.
          '^web/src/shared/list/index.ts$',
        ],
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
      name: 'availability-below-api',
      comment: 'availability/ decides whether the vault is available; it imports kit/ only.',
      severity: 'error',
      from: { path: '^web/src/availability/', pathNot: TESTS },
      to: { path: '^web/src/(?!availability/|kit/)' },
    },
    {
      name: 'areas-below-app',
      comment: 'app/ combines the areas; only the entries main.tsx and embed.tsx import it.',
      severity: 'error',
      from: { path: '^web/src/', pathNot: [String.raw`^web/src/(main|embed)\.tsx$`, '^web/src/app/', TESTS] },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'kit-imports-no-area',
      comment: 'kit/ is independent of the product: it imports no other folder of web/src.',
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
