# Both base images are arguments, so that a build can pin them: --build-arg RUNTIME_IMAGE=…@sha256:…
ARG BUILD_IMAGE=docker.io/library/node:24
ARG RUNTIME_IMAGE=gcr.io/distroless/nodejs24-debian13:nonroot

FROM ${BUILD_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY scripts/bundle.ts scripts/typescript.mjs scripts/
COPY src ./src
RUN npm run build && npm run --silent sbom > dist/sbom.cdx.json && npm ci --omit=dev --ignore-scripts

FROM ${RUNTIME_IMAGE}
LABEL org.opencontainers.image.title="lease-guard" \
      org.opencontainers.image.description="Admission webhook and command-line tool that validate Kubernetes Leases and LeaseCandidates" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
# package.json declares dist as ESM. Without it, Node.js loads dist as CommonJS.
COPY package.json LICENSE /app/
COPY schemas /app/schemas
COPY docs/rules /app/docs/rules
COPY manifests/base/validating-webhook-configuration.yaml /app/manifests/base/
COPY --from=build /app/node_modules /app/node_modules
COPY --from=build /app/dist /app/dist
# Last, because the directory then exists and belongs to root. Otherwise, it would belong to the user of the base image.
WORKDIR /app
# V8 compiles on its own thread, which needs up to 20 MB for a while. With an arena per thread, glibc would not return this memory.
# glibc returns the memory of each large body at once, because a body is larger than the fixed threshold of 128 KiB.
ENV NODE_ENV=production MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072
USER 65532:65532
# The webhook, the probes, and the metrics.
EXPOSE 8443 8081 8080
# A review lives for a millisecond. A young generation of 4 MiB stays in the CPU cache and needs about 15 MB less than the default of 16 MiB.
# One V8 thread in addition to the main thread. With the default of four, the main thread would get a fifth of a single core while they compile.
# The other flags disable features that lease-guard does not use: eval, __proto__, native addons, and the debugger that SIGUSR1 starts.
ENTRYPOINT ["/nodejs/bin/node", "--max-semi-space-size=4", "--v8-pool-size=1", "--disallow-code-generation-from-strings", "--disable-proto=delete", "--no-addons", "--disable-sigusr1", "/app/dist/cli/main.js"]
