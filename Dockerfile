# Builds the service's image: docker build --tag jauge .
FROM docker.io/denoland/deno:debian-2.9.6@sha256:2014dc167ece617ef7e7ba40631ac2234c59e75ce693e7cc2dc2602b3c87859d AS build
WORKDIR /app
# packages first, so that a change of the code does not download them again
COPY deno.json deno.lock ./
RUN deno install --frozen
COPY . .
RUN deno task build

FROM docker.io/denoland/deno:debian-2.9.6@sha256:2014dc167ece617ef7e7ba40631ac2234c59e75ce693e7cc2dc2602b3c87859d
WORKDIR /app
ENV DENO_NO_UPDATE_CHECK=1 HOST=0.0.0.0 DATA_DIR=/var/lib/jauge
RUN install --directory --owner=deno --group=deno --mode=0700 /var/lib/jauge
# layers that change rarely first, so that a change of the code keeps them
COPY --from=build /app/node_modules node_modules
COPY . .
COPY --from=build /app/.build .build
# the commit, which /metrics shows, the version and the source
ARG BUILD
ARG VERSION
ARG SOURCE
ENV BUILD=$BUILD
LABEL org.opencontainers.image.title="Jauge" \
  org.opencontainers.image.description="Fuel prices of France: pages, REST API and MCP server" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.revision=$BUILD \
  org.opencontainers.image.version=$VERSION \
  org.opencontainers.image.source=$SOURCE
USER deno
VOLUME /var/lib/jauge
EXPOSE 8000
HEALTHCHECK --interval=10s --start-period=5m \
  CMD ["deno", "eval", "Deno.exit((await fetch(`http://127.0.0.1:${Deno.env.get('PORT') ?? 8000}/readyz`)).ok ? 0 : 1)"]
CMD ["deno", "task", "--quiet", "serve"]
