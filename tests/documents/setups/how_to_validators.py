"""docs/how-to/validators.md: its field of Django, and the same question in WTForms and pydantic."""

import pytest

from documents import django_project

NEEDS = ("email_validator",)


def check(names):
    """An address is accepted in any script, and other text is refused with a sentence."""
    django_project.configure()
    from django.core.exceptions import ValidationError
    from pydantic import EmailStr, TypeAdapter
    from wtforms import Form, StringField
    from wtforms.validators import Email

    class JoinForm(Form):
        email = StringField(validators=[Email()])

    field = names["MailboxField"]()
    for mailbox in ("josé@example.org", "用户@例子.广告"):
        assert mailbox == field.formfield().clean(f" {mailbox} ") == field.clean(mailbox, None)
        assert JoinForm(data={"email": mailbox}).validate()
        assert mailbox == TypeAdapter(EmailStr).validate_python(mailbox)
    for text in ("me", "me@a..b", "100%@s"):
        for clean in (field.formfield().clean, lambda text: field.clean(text, None)):
            with pytest.raises(ValidationError) as caught:
                clean(text)
            assert ["invalid"] == [each.code for each in caught.value.error_list]
        assert not JoinForm(data={"email": text}).validate()
