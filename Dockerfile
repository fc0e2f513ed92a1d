# Both base images are build arguments, so a build can pin their digests: --build-arg RUNTIME_IMAGE=…@sha256:…
ARG BUILD_IMAGE=docker.io/library/node:24
ARG RUNTIME_IMAGE=gcr.io/distroless/nodejs24-debian13:nonroot

# The build runs on the platform of the builder, because its result is the same for each platform.
FROM --platform=$BUILDPLATFORM ${BUILD_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY scripts/bundle.ts scripts/typescript.mjs scripts/
COPY src ./src
RUN npm run build

FROM ${RUNTIME_IMAGE}
LABEL org.opencontainers.image.title="lease-guard" \
      org.opencontainers.image.description="Admission webhook and command-line tool that validate Kubernetes Leases and LeaseCandidates" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
# package.json declares that dist contains ES modules. Without package.json, Node.js would load dist as CommonJS.
COPY package.json LICENSE /app/
COPY schemas /app/schemas
COPY docs/rules /app/docs/rules
COPY docs/checks /app/docs/checks
COPY manifests/base/validating-webhook-configuration.yaml /app/manifests/base/
COPY --from=build /app/dist /app/dist
# WORKDIR follows COPY, because COPY creates the directory for root. A directory that WORKDIR creates would belong to the user of the base image.
WORKDIR /app
# While V8 compiles, its thread needs up to 20 MB. If each thread had its own malloc arena, glibc would not return this memory to the system.
# glibc returns each block of 64 KiB or more at once, because the threshold is fixed: large bodies, and the read buffers of closed TLS connections.
ENV NODE_ENV=production MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=65536
USER 65532:65532
# The ports of the webhook, the probes, and the metrics.
EXPOSE 8443 8081 8080
# V8 needs the objects of a review for only a millisecond. A young generation of 4 MiB fits in the CPU cache. It needs about 15 MB less memory than the default of 16 MiB.
# V8 has one thread in addition to the main thread. With the default of four threads, the main thread would get a fifth of a single core during compilation.
# The other flags disable features that lease-guard does not use: eval, __proto__, native addons, and the debugger that SIGUSR1 starts.
ENTRYPOINT ["/nodejs/bin/node", "--max-semi-space-size=4", "--v8-pool-size=1", "--disallow-code-generation-from-strings", "--disable-proto=delete", "--no-addons", "--disable-sigusr1", "/app/dist/cli/main.js"]
