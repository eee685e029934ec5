import * as z from 'zod';
import { endpoint, nameCalls } from './endpoint.ts';
import { boundedList, boundedText } from './lengths.ts';
import { MAX_TEXT } from './limits.ts';
import { FILE_ABILITIES, PERSON_ROLES } from './roles.ts';
import { idSchema, pagedOf, pagingSchema, pathIdSchema, timestampSchema } from './shapes.ts';

/** The states of a person in the list of people (GUARD-31, DESK-02). */
export const PERSON_STATES = ['Active', 'Invited', 'Disabled', 'Locked'] as const;
export type PersonState = (typeof PERSON_STATES)[number];
/** The fields by which people can be sorted (C80). */
export const PERSON_SORT_FIELDS = ['name', 'email', 'state'] as const;
export type PersonSortField = (typeof PERSON_SORT_FIELDS)[number];
/** The most records that a person can be a member of by C82 and C83. */
export const MAX_PERSON_RECORDS = 10_000;
/** The most characters of a CSV file of people; a line has about 100. */
export const MAX_PEOPLE_CSV = 900_000;
/** The most people in one CSV file. */
export const MAX_PEOPLE_LINES = 5_000;
/** The most records of each person in a list (C80). */
export const LISTED_RECORDS = 3;

const abilitySchema = z.enum([...FILE_ABILITIES, 'admin', 'audit']);
const recordSchema = z.object({ sfid: idSchema, name: z.string() });

/** A person in the list of people. */
const personSchema = z
  .object({
    sfid: idSchema,
    name: z.string(),
    email: z.string().describe("'' for a person of an issuer without an address"),
    state: z
      .enum(PERSON_STATES)
      .describe(
        "'Invited': has no password yet; 'Disabled': cannot sign in (GUARD-31); 'Locked': an account of the demo while the demo is off (GUARD-02)",
      ),
    role: z.enum(PERSON_ROLES).describe('derived from the permissions of the file area'),
    permissions: z.array(abilitySchema).describe("as granted; 'admin' includes 'audit'"),
    records: z.array(recordSchema).describe(`by name; C80: the first ${LISTED_RECORDS}, C81: all`),
    recordCount: z.number().int(),
    issuer: z
      .string()
      .nullable()
      .describe('the issuer that controls name and address; null for a local account'),
    permissionsFromIssuer: z.boolean().describe('the newest token sets the permissions; C83 refuses others'),
    recordsFromIssuer: z.boolean().describe('the newest token sets the records; C83 refuses others'),
    fromAccountsFile: z
      .boolean()
      .describe('the accounts file sets name, address, permissions and records at each start'),
    changedAt: timestampSchema.describe('for C83'),
  })
  .meta({ id: 'Person' });
export type Person = z.infer<typeof personSchema>;

const nameSchema = boundedText({ min: 1, max: MAX_TEXT }).describe('one line; P16 for other text');
const rightsSchema = z.object({
  permissions: boundedList(abilitySchema, { max: 20 }),
  records: boundedList(idSchema, { max: MAX_PERSON_RECORDS }),
});

const invitationSchema = z
  .object({
    sentTo: z.string().nullable().describe('the address to which the invitation is mailed; null for none'),
    address: z
      .string()
      .nullable()
      .describe('without a mail server: the one-time address, which is shown only in this reply'),
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof invitationSchema>;

/** GUARD-31: what happens with the links of a person who is disabled or removed. */
const linksChoiceSchema = z
  .union([z.object({ action: z.literal('end') }), z.object({ action: z.literal('give'), to: idSchema })])
  .describe(
    "'end': they end, for a disabled person until the person is enabled; 'give': the colleague becomes their maker",
  );
export type LinksChoice = z.infer<typeof linksChoiceSchema>;

/** GUARD-31: what happens with the personal vault of a person who is removed. */
const vaultChoiceSchema = z
  .union([
    z.object({ action: z.literal('keep') }),
    z.object({ action: z.literal('give'), to: idSchema, name: nameSchema }),
  ])
  .describe(
    "'keep': stays stored, closed to everyone; 'give': becomes a record of this name, and the colleague a member of it",
  );
export type VaultChoice = z.infer<typeof vaultChoiceSchema>;

const personParams = z.object({ personId: pathIdSchema });
const PEOPLE = '/api/v1/people';

/** One line of a CSV file of people with what its import does. */
const importLineSchema = z
  .object({
    line: z.number().int().describe('in the file, from 1'),
    action: z.enum(['add', 'change', 'none', 'broken']),
    name: z.string(),
    email: z.string(),
    changes: z.array(z.string()).describe('what the import changes, in words'),
    problem: z.string().nullable().describe("why a line is 'broken'"),
  })
  .meta({ id: 'PeopleImportLine' });
export type PeopleImportLine = z.infer<typeof importLineSchema>;

const importPlanSchema = z
  .object({
    plan: z.string().describe('identifies the plan for C91'),
    lines: z.array(importLineSchema),
    problem: z.string().nullable().describe('why the whole file cannot be read; then there are no lines'),
  })
  .meta({ id: 'PeopleImportPlan' });
export type PeopleImportPlan = z.infer<typeof importPlanSchema>;

const csvSchema = boundedText({ max: MAX_PEOPLE_CSV });

export const people = nameCalls('people', {
  list: endpoint({
    id: 'C80',
    summary: 'List a page of the people of the vault (DESK-02)',
    method: 'GET',
    path: PEOPLE,
    access: 'admin',
    query: pagingSchema.extend({
      search: boundedText({ max: MAX_TEXT })
        .optional()
        .describe('part of the name or of the address, case-insensitive'),
      state: z.enum(PERSON_STATES).optional(),
      role: z.enum([...PERSON_ROLES, 'Administrator']).optional(),
      record: idSchema.optional().describe('only people who can open this record'),
    }),
    data: pagedOf(personSchema),
  }),
  get: endpoint({
    id: 'C81',
    summary: 'Get a person with all records',
    method: 'GET',
    path: `${PEOPLE}/:personId`,
    access: 'admin',
    params: personParams,
    data: personSchema,
  }),
  add: endpoint({
    id: 'C82',
    summary: 'Add a person and invite them to set a password',
    method: 'POST',
    path: PEOPLE,
    access: 'admin',
    body: rightsSchema.extend({ name: nameSchema, email: boundedText({ max: MAX_TEXT }) }),
    data: z.object({ person: personSchema, invitation: invitationSchema }),
  }),
  update: endpoint({
    id: 'C83',
    summary: 'Change name, address, permissions and records of a person',
    method: 'PUT',
    path: `${PEOPLE}/:personId`,
    access: 'admin',
    params: personParams,
    body: rightsSchema.extend({
      name: nameSchema,
      email: boundedText({ max: MAX_TEXT }),
      changedAt: timestampSchema.describe('of the person as last read; PERSON_CHANGED when it is older'),
    }),
    data: personSchema,
  }),
  disable: endpoint({
    id: 'C84',
    summary: 'Disable a person: sessions end, and sign-in is refused (GUARD-31)',
    method: 'POST',
    path: `${PEOPLE}/:personId/disable`,
    access: 'admin',
    params: personParams,
    body: z.object({ links: linksChoiceSchema }),
    data: z.literal(true),
  }),
  enable: endpoint({
    id: 'C85',
    summary: 'Enable a disabled person',
    method: 'POST',
    path: `${PEOPLE}/:personId/enable`,
    access: 'admin',
    params: personParams,
    data: z.literal(true),
  }),
  remove: endpoint({
    id: 'C86',
    summary: 'Remove a person for good; the name stays in history (GUARD-31)',
    method: 'POST',
    path: `${PEOPLE}/:personId/remove`,
    access: 'admin',
    params: personParams,
    body: z.object({ links: linksChoiceSchema, vault: vaultChoiceSchema }),
    data: z.literal(true),
  }),
  belongings: endpoint({
    id: 'C87',
    summary: 'Count the links of a person and measure the personal vault',
    method: 'GET',
    path: `${PEOPLE}/:personId/belongings`,
    access: 'admin',
    params: personParams,
    query: z.object({ to: idSchema.optional().describe('the colleague who would get the links') }),
    data: z.object({
      links: z.number().int().describe('neither deleted nor expired'),
      stopping: z
        .number()
        .int()
        .describe('of these, the ones that would give less, because the colleague lacks a right (GUARD-11)'),
      vaultIsEmpty: z.boolean().describe('the personal vault has no files and folders outside of the trash'),
      vaultSize: z.number().int().describe('bytes in the personal vault'),
    }),
  }),
  invite: endpoint({
    id: 'C88',
    summary: 'Invite a person without a password again; earlier invitations end',
    method: 'POST',
    path: `${PEOPLE}/:personId/invitation`,
    access: 'admin',
    params: personParams,
    data: invitationSchema,
  }),
  records: endpoint({
    id: 'C89',
    summary: 'List a page of the records that people can be given, by name',
    method: 'GET',
    path: '/api/v1/people-records',
    access: 'admin',
    query: pagingSchema.omit({ sort: true }).extend({
      search: boundedText({ max: MAX_TEXT }).optional().describe('part of the name, case-insensitive'),
    }),
    data: pagedOf(recordSchema),
  }),
  planImport: endpoint({
    id: 'C90',
    summary: 'Read a CSV file of people and say what its import would do; nothing is changed',
    method: 'POST',
    path: '/api/v1/people-import/plan',
    access: 'admin',
    body: z.object({ csv: csvSchema }),
    data: importPlanSchema,
  }),
  import: endpoint({
    id: 'C91',
    summary: 'Carry out the plan of C90; broken lines are left out',
    method: 'POST',
    path: '/api/v1/people-import',
    access: 'admin',
    body: z.object({
      csv: csvSchema,
      plan: boundedText({ max: MAX_TEXT }),
      invite: z.boolean().describe('whether new people are invited at once'),
    }),
    data: z.object({
      added: z.number().int(),
      changed: z.number().int(),
      invitations: z
        .array(z.object({ email: z.string(), address: z.string().nullable() }))
        .describe('of the new people; without a mail server with their one-time addresses'),
    }),
  }),
  export: endpoint({
    id: 'C92',
    summary: 'Get all people as CSV, in the form that C90 reads',
    method: 'GET',
    path: '/api/v1/people-export',
    access: 'admin',
    data: z.object({ csv: z.string() }),
  }),
});
