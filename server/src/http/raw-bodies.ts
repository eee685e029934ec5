import type { FastifyInstance } from 'fastify';

/** Registers routes whose bodies are bytes of any type: they are not parsed, and the handler reads them. */
export function withRawBodies(app: FastifyInstance, register: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    register(scope);
  });
}
