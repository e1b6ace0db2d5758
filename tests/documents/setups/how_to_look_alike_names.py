"""docs/how-to/look-alike-names.md: a project with its own users, used as the page says."""

from importlib import import_module

from documents import django_project

ALIKE = ("раураl", "PAYPA1", "paypaI")
#: Django's own form refuses these: it has "paypal" for the first, and its validator no U+200D.
ALIKE_TO_OTHER_FORMS = ("ｐａｙｐａｌ", "pay\u200dpal")


def check(_names):
    """Sign up, change names and fill the keys, as the page says."""
    django_project.configure("accounts", AUTH_USER_MODEL="accounts.User")
    from django.contrib.auth.forms import UserChangeForm, UserCreationForm
    from django.core.management import call_command
    from django.db import IntegrityError, transaction
    from django.forms import modelform_factory

    models, forms, look_alikes = (
        import_module(f"accounts.{name}") for name in ("models", "forms", "look_alikes")
    )
    User, TAKEN = models.User, models.TAKEN  # noqa: N806
    call_command("migrate", run_syncdb=True, verbosity=0)
    paypal = User.objects.create_user("paypal")
    form_of = {
        base: modelform_factory(User, form=base, fields=["username"])
        for base in (UserCreationForm, UserChangeForm)
    }
    passwords = dict.fromkeys(("password1", "password2"), "a long one, with 3 words")

    def sign_up(name):
        return form_of[UserCreationForm]({"username": name} | passwords)

    for name in ALIKE:
        assert {"username": [TAKEN]} == sign_up(name).errors
    for name in (*ALIKE, *ALIKE_TO_OTHER_FORMS):
        data = {"username": name}
        assert {"username": [TAKEN]} == forms.JoinForm(data).errors
        assert "unique" == forms.JoinForm(data).errors.as_data()["username"][0].code
        try:
            with transaction.atomic():
                User.objects.create_user(name)
        except IntegrityError:
            pass
        else:
            raise AssertionError(name)
    # One sentence only about the same name, and about one that is not a name.
    assert ["A user with that username already exists."] == sign_up("paypal").errors["username"]
    assert 1 == len(sign_up("pay/pal").errors["username"])
    assert sign_up("paypol").is_valid()
    assert forms.JoinForm({"username": "paypol"}).is_valid()

    # A row is not compared with itself, and another form does not ask about the name.
    change = form_of[UserChangeForm]({"username": "paypa1"}, instance=paypal)
    assert change.is_valid(), change.errors
    change.save()
    no_name = modelform_factory(User, fields=["email"])
    assert no_name({"email": "a@b.example"}, instance=User(username="paypal")).is_valid()
    paypal.username = "mary"
    paypal.save(update_fields=["username"])
    assert sign_up("paypol").is_valid()
    assert {"username": [TAKEN]} == sign_up("rnary").errors

    # What is not covered.
    User.objects.bulk_create([User(username="раураl")])
    User.objects.filter(username="mary").update(username="paypal")
    assert {"username": [TAKEN]} == sign_up("rnary").errors  # the key of the old name
    assert not sign_up("paypa1").errors
    assert [["paypal", "раураl"]] == look_alikes.look_alikes()
    User.objects.filter(username="раураl").delete()
    look_alikes.fill_keys()
    assert [] == look_alikes.look_alikes()
    assert {"username": [TAKEN]} == sign_up("paypa1").errors
