# The image of Portal Vault (NODES-09): docs/decisions/image.md says why, docs/operating.md how to run it.
# Docker and Buildah build it for linux/amd64 and linux/arm64.

# Any Debian with Node 20 or newer and npm; nothing of it is in the image.
ARG BUILD_BASE=node:24-bookworm-slim
# Any Debian 12 or newer; it needs no packages, because Node and PostgreSQL come from npm packages.
ARG BASE=debian:bookworm-slim

FROM ${BUILD_BASE} AS build
WORKDIR /vault
COPY package.json package-lock.json ./
COPY tools tools
COPY contract/package.json contract/
COPY demo/package.json demo/
COPY server/package.json server/
COPY web/package.json web/
# The settings of a registry with a sign-in are a secret: no layer contains them.
RUN --mount=type=secret,id=npmrc \
    NPM_CONFIG_USERCONFIG=/run/secrets/npmrc npm ci --no-audit --no-fund --include-workspace-root \
      --workspace=@vault/contract --workspace=@vault/demo --workspace=@vault/server --workspace=@vault/web
COPY tsconfig.base.json ./
COPY contract contract
COPY demo demo
COPY server server
COPY web web
RUN npm run build
# Then only what the server needs: without the headers of Node, optional packages that it never loads, types and maps.
RUN --mount=type=secret,id=npmrc \
    NPM_CONFIG_USERCONFIG=/run/secrets/npmrc npm ci --no-audit --no-fund --omit=dev --include-workspace-root \
      --workspace=@vault/contract --workspace=@vault/demo --workspace=@vault/server \
 && cd node_modules \
 && rm -rf node-linux-*/include node-linux-*/share typescript @typescript @napi-rs .package-lock.json \
 && find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete \
 && rm -rf @opentelemetry/*/build/esm @opentelemetry/*/build/esnext

FROM ${BASE}
# The user needs an entry in /etc/passwd: the embedded PostgreSQL looks it up.
RUN echo 'vault:x:10001:10001::/tmp:/usr/sbin/nologin' >> /etc/passwd \
 && echo 'vault:x:10001:' >> /etc/group \
 && mkdir -m 0700 /data \
 && chown 10001:10001 /data
WORKDIR /vault
COPY --from=build /vault/node_modules node_modules
COPY --from=build /vault/contract/package.json contract/
COPY --from=build /vault/contract/dist contract/dist
COPY --from=build /vault/demo/package.json demo/
COPY --from=build /vault/demo/dist demo/dist
COPY --from=build /vault/server/package.json server/
COPY server/migrations server/migrations
COPY server/rules server/rules
COPY --from=build /vault/server/dist server/dist
COPY --from=build /vault/web/dist web/dist
COPY tools/health-check.mjs tools/
COPY --chmod=0755 ops/image/vault /usr/local/bin/vault

# The last one is that of tools/server-command.mjs.
ENV PATH=/vault/node_modules/.bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/data \
    MALLOC_ARENA_MAX=1
USER 10001:10001
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "tools/health-check.mjs"]
# It handles SIGTERM itself. Run it with an init process (`--init`), see docs/operating.md.
CMD ["node", "--max-semi-space-size=16", "server/dist/main.js"]
