"""Where the files of links are."""

from django.core.files.storage import FileSystemStorage

from django_iri.files import IRIStorageMixin


class Files(IRIStorageMixin, FileSystemStorage):
    """A folder in which a file keeps the name that it came with, in its own script."""
