"""docs/how-to/django/look-alike-names.md: a project with its own users, used as the page says."""

from importlib import import_module

from documents import django_project

TAKEN = "This looks like a name that is already taken."


def check(_names):
    """Sign up, as the page says, with names that look alike."""
    django_project.configure("accounts", "pages", AUTH_USER_MODEL="accounts.User")
    from django.core.management import call_command
    from django.forms import modelform_factory

    forms, join, models, serializers = (
        import_module(f"accounts.{name}") for name in ("forms", "join", "models", "serializers")
    )
    SignUpForm, JoinForm, User = forms.SignUpForm, join.JoinForm, models.User  # noqa: N806
    UserSerializer, Page = serializers.UserSerializer, import_module("pages.models").Page  # noqa: N806
    call_command("migrate", run_syncdb=True, verbosity=0)
    User.objects.create_user("paypal")
    User.objects.create_user("Ian")
    passwords = dict.fromkeys(("password1", "password2"), "a long one, with 3 words")
    for name in ("раураl", "PAYPA1", "paypaI", "ｐаｙｐаｌ", "lan"):
        data = {"username": name}
        assert {"username": [TAKEN]} == SignUpForm(data | passwords).errors
        assert {"username": [TAKEN]} == JoinForm(data).errors
        serializer = UserSerializer(data=data)
        assert not serializer.is_valid()
        assert {"username": [TAKEN]} == serializer.errors
    assert {"username"} == SignUpForm({"username": "ian"} | passwords).errors.keys()
    form = SignUpForm({"username": "paypol"} | passwords)
    assert form.is_valid(), form.errors
    form.save()
    user = User.objects.get(username="paypol")
    assert UserSerializer(user, data={"username": "payp0l"}).is_valid()

    one = Page.objects.create(slug="one")
    Page.objects.create(slug="hello", parent=one)
    form = modelform_factory(Page, fields=["parent", "slug"])
    assert {"slug": [TAKEN]} == form({"parent": one.pk, "slug": "heIlo"}).errors
    assert form({"slug": "heIlo"}).is_valid()
    assert {"slug": [TAKEN]} == form({"slug": "0ne"}).errors
