# The Companion as an image: docs/operations/containers.md

FROM node:22-slim AS node

# What changes with requirements only.
FROM python:3.13-slim-trixie AS packages
# npm fetches the interpreter that phones keep.
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules/npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
WORKDIR /app
COPY requirements/run.txt requirements/
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements/run.txt
# For the commands backup and restore, of the same version as the database in compose.yaml.
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client-17

FROM packages AS build
# For tests of the image, which need not wait: --quick, and --languages en de.
ARG PHONE=""
ARG PREPARE=""
COPY . .
ENV PATH=/venv/bin:$PATH DATA_DIR=/tmp/data
RUN python manage.py build_phone $PHONE \
 && python manage.py prepare $PREPARE \
 && python -m compileall -q companion scoring rulesref \
 && rm -rf build/phone-packages
# What nobody misses: the frameworks' texts in languages that we do not have, files that prepare has collected, pip.
RUN cd /venv/lib/python3*/site-packages \
 && for folder in django/conf/locale/*/ django/contrib/*/locale/*/ rest_framework/locale/*/; do \
        language=$(basename "$folder"); \
        [ "$language" = en ] || [ -d "/app/scoring/locale/$language" ] || rm -r "$folder"; \
    done \
 && rm -r drf_spectacular_sidecar/static pip pip-* /venv/bin/pip*

FROM python:3.13-slim-trixie AS system
# What PostgreSQL's programs need, without Perl, which their package brings; fonts for pictures of links.
RUN apt-get update \
 && apt-get install -y --no-install-recommends libpq5 libreadline8t64 \
    fonts-dejavu-core fonts-wqy-microhei fonts-noto-color-emoji \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin companion \
 && install -d -o companion -g companion -m 700 /data

FROM system
COPY --from=build /usr/lib/postgresql/17/bin/pg_dump /usr/lib/postgresql/17/bin/pg_restore /usr/lib/postgresql/17/bin/psql /usr/local/bin/
COPY --from=build /venv /venv
COPY --from=build /app /app
WORKDIR /app
ENV PATH=/venv/bin:$PATH DATA_DIR=/data PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
# A number, so that Kubernetes sees that it is not root.
USER 10001:10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/ready', timeout=4)"]
ENTRYPOINT ["python", "manage.py"]
CMD ["serve", "--no-collectstatic"]
