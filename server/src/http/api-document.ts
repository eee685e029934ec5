import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { BYTES_TYPE, type Endpoint } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { contentSecurityPolicy } from './page-policy.ts';
import { Errors } from './errors.ts';
import { isOperator, type OperatorAccess } from './operator-access.ts';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';

interface DocumentOptions {
  operators: OperatorAccess;
  /** origins whose pages can frame the vault */
  portalOrigins: readonly string[];
}

type Transformed = ReturnType<typeof jsonSchemaTransform>;

/** Describes a body of bytes, which no schema checks. */
function withBytesBody({ schema, url }: Transformed, endpoint: Endpoint | undefined): Transformed {
  if (endpoint === undefined || endpoint.bytesBody === null) return { schema, url };
  const body = { type: 'string', format: 'binary', description: endpoint.bytesBody };
  return { schema: { ...schema, consumes: [BYTES_TYPE], body }, url };
}

/**
 * The OpenAPI document of all calls, from the schemas that check the requests; served at /api/docs (C59), to operators,
 * with the page policy of the screens (GUARD-08).
 */
export async function describeApi(
  app: FastifyInstance,
  { operators, portalOrigins }: DocumentOptions,
): Promise<void> {
  const policy = contentSecurityPolicy({ portalOrigins, issuerOrigins: () => [], storeOrigin: null });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Portal Vault',
        version: '1',
        description:
          'Every JSON reply is {code, data, errorMessage}; only code 200 is success, and the HTTP status equals code. A refusal has an errorCode, too: a program switches on it, never on the sentence in errorMessage.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (route) => withBytesBody(jsonSchemaTransform(route), route.route.config?.endpoint),
    transformObject: jsonSchemaTransformObject,
  });
  await app.register(async (pages) => {
    pages.addHook('onRequest', async (request, reply) => {
      reply.header('content-security-policy', policy);
      if (!isOperator(request, operators)) throw Errors.operatorsOnly();
    });
    await pages.register(swaggerUi, { routePrefix: '/api/docs' });
  });
}
