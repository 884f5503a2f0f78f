# syntax=docker/dockerfile:1

# Builds from the lock file, then leaves out what only building and testing need.
FROM node:24-bookworm-slim AS build
WORKDIR /ladder
COPY package.json package-lock.json .npmrc ./
COPY apps/cli/package.json apps/cli/
COPY apps/server/package.json apps/server/
COPY apps/verifier/package.json apps/verifier/
COPY libs/access/package.json libs/access/
COPY libs/audit/package.json libs/audit/
COPY libs/editions/package.json libs/editions/
COPY libs/escalation/package.json libs/escalation/
COPY libs/event-store/package.json libs/event-store/
COPY libs/ledger/package.json libs/ledger/
COPY libs/ledgers/package.json libs/ledgers/
COPY libs/projections/package.json libs/projections/
RUN npm ci
COPY tsconfig*.json ./
COPY libs libs
COPY apps apps
RUN npx tsc -b && node apps/verifier/bundle.js \
 && npm prune --omit=dev \
 && find libs apps -type d \( -name src -o -name spec \) -prune -exec rm -rf {} + \
 && find libs apps -name '*.tsbuildinfo' -delete

FROM node:24-bookworm-slim
ENV NODE_ENV=production LADDER_HOST=0.0.0.0 LADDER_PORT=3000 LADDER_DATA=/data
COPY --from=build /ladder /ladder
RUN mkdir /data && chown node:node /data
USER node
WORKDIR /ladder
# All that is ever written; the rest of the file system may be read-only.
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "apps/cli/dist/main.js"]
CMD ["serve"]
