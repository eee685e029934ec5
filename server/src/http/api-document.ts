import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
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
    transform: jsonSchemaTransform,
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
