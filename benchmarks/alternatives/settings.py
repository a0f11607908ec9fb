"""Settings of the two Django alternatives: the product's database, and as little else as an API needs."""

import os

from companion.settings import DATABASES as DATABASES

SECRET_KEY = "only for the benchmark"
ALLOWED_HOSTS = ["*"]
INSTALLED_APPS = ["scoring", "rest_framework"]
MIDDLEWARE = ["django.middleware.security.SecurityMiddleware", "django.middleware.common.CommonMiddleware"]
USE_TZ = True
USE_I18N = False
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
ROOT_URLCONF = os.environ["ROOT_URLCONF"]
REST_FRAMEWORK = {"UNAUTHENTICATED_USER": None}
MAX_HANDS_PER_MATCH = 10_000
