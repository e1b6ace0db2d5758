"""The form in headless Chromium: the live preview, the question, and the focus after an error."""

import pytest
from selenium.webdriver import Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

import chromium
from chromium import eventually, leave
from test_examples.test_browser import CONTRASTS, look  # noqa: F401
from test_examples.visitor import Visitor

pytestmark = chromium.NEEDED
browser, chrome = chromium.browser, chromium.chrome


def shown(browser):
    """Return the URI that the page shows below the input."""
    return browser.execute_script(
        "return document.querySelector('output.iri-uri code')?.textContent ?? ''"
    )


@pytest.mark.parametrize("path", ["/add", "/links/10050/edit"])
def test_preview(look, path):  # noqa: F811
    """While one types, the URI that is sent stands below the input; for a wrong text, nothing."""
    browser = look(path)
    field = browser.find_element(By.NAME, "iri")
    field.clear()
    field.send_keys("http://faß.de/straße")
    expected = "http://xn--fa-hia.de/stra%C3%9Fe"
    assert expected == eventually(browser, lambda: shown(browser), expected)
    field.send_keys("%zz")
    assert "" == eventually(browser, lambda: shown(browser), "")
    field.clear()
    field.send_keys("mailto:é@example.org")
    expected = "mailto:%C3%A9@example.org"
    assert expected == eventually(browser, lambda: shown(browser), expected)
    assert [] == browser.get_log("browser")


def test_question(look):  # noqa: F811
    """The form asks about what can mislead; a click on the words answers."""
    browser = look("/add?iri=http%3A%2F%2F%D1%80aypal.com%2F&title=Not+PayPal", width=390)
    leave(browser, browser.find_element(By.CSS_SELECTOR, "main form button").click)
    assert browser.find_element(By.CSS_SELECTOR, ".iri-warnings").is_displayed()
    assert 390 >= browser.execute_script("return document.documentElement.scrollWidth")
    assert all(each["contrast"] >= 4.5 for each in browser.execute_script(CONTRASTS))
    browser.find_element(By.CSS_SELECTOR, ".iri-confirm").click()
    leave(browser, browser.find_element(By.CSS_SELECTOR, "main form button").click)
    try:
        first = browser.find_element(By.CSS_SELECTOR, ".links li:first-child p")
        assert "http://xn--aypal-uye.com/" == first.text
    finally:
        for selector in (".links li:first-child h2 a", ".actions a:last-child", "main button"):
            leave(browser, browser.find_element(By.CSS_SELECTOR, selector).click)
    assert [] == browser.get_log("browser")


def test_language_keeps_what_is_typed(look):  # noqa: F811
    """Choosing a language shows the form again; Enter in a field still sends it."""
    browser = look("/add?iri=x", width=390)
    title = browser.find_element(By.NAME, "title")
    title.send_keys("Typed")
    Select(browser.find_element(By.NAME, "language")).select_by_value("ar")
    leave(browser, browser.find_element(By.CSS_SELECTOR, ".language button").click)
    assert [] == browser.find_elements(By.CSS_SELECTOR, ".summary")
    title = browser.find_element(By.NAME, "title")
    assert "Typed" == title.get_property("value")
    leave(browser, lambda: title.send_keys(Keys.ENTER))
    error = browser.find_element(By.ID, "id_iri_error")
    assert "rtl" == error.value_of_css_property("direction")
    Select(browser.find_element(By.NAME, "language")).select_by_value("en")
    leave(browser, browser.find_element(By.CSS_SELECTOR, ".language button").click)
    error = browser.find_element(By.ID, "id_iri_error")
    assert "ltr" == error.value_of_css_property("direction")
    assert "Typed" == browser.find_element(By.NAME, "title").get_property("value")
    assert [] == browser.get_log("browser")


def test_admin_of_flask_asks_before_it_deletes(chrome, ports):
    """The policy lets the scripts of Flask-Admin run: a row is not deleted without a question."""
    chrome.get(f"http://demo:demo@127.0.0.1:{ports['flask']}/admin/oldlink/")
    rows = len(chrome.find_elements(By.CSS_SELECTOR, "tbody tr"))
    chrome.find_element(By.CSS_SELECTOR, "tbody tr form button").click()
    chrome.switch_to.alert.dismiss()
    assert rows == len(chrome.find_elements(By.CSS_SELECTOR, "tbody tr")) > 0
    refused = [each for each in chrome.get_log("browser") if each["source"] == "security"]
    assert [] == refused


def test_focus_after_an_error(look):  # noqa: F811
    """The summary has the focus, and its links lead to the fields."""
    browser = look("/add?iri=x")
    leave(browser, browser.find_element(By.CSS_SELECTOR, "main form button").click)
    summary = browser.switch_to.active_element
    assert "alert" == summary.get_attribute("role")
    summary.find_element(By.LINK_TEXT, "Title").click()
    assert browser.current_url.endswith("#id_title")
    assert "rgba(168, 32, 13, 1)" == summary.value_of_css_property("border-top-color")


@pytest.mark.parametrize("width", [390, 1200])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "path", ["/", "/compare", "/wire", "/old", "/links?q=xn--fa-hia.de", "/add?iri=x"]
)
def test_pages_can_be_read(look, path, scheme, width):  # noqa: F811
    """Nothing is refused by the policy, all text has contrast, nothing needs sideways scrolling."""
    browser = look(path, width=width, scheme=scheme)
    assert [] == browser.get_log("browser")
    assert [] == [each for each in browser.execute_script(CONTRASTS) if each["contrast"] < 4.5]
    assert width >= browser.execute_script("return document.documentElement.scrollWidth")


@pytest.mark.parametrize(
    "path", ["/", "/links", "/add", "/compare", "/wire", "/old", "/links/10048"]
)
def test_text_of_twice_the_size(look, path):  # noqa: F811
    """With text of 200 % on a phone, nothing needs sideways scrolling (WCAG 2.2, 1.4.4)."""
    browser = look(path, width=390)
    browser.execute_script("document.documentElement.style.fontSize = '200%'")
    assert 390 >= browser.execute_script("return document.documentElement.scrollWidth")


def test_a_long_address_does_not_fill_the_page(look, port):  # noqa: F811
    """An address of 2,000 characters takes a part of a phone's screen, in the list and alone."""
    visitor = Visitor(port)
    page = visitor.add("http://example.org/" + "long/" * 396, "Long")
    path = str(page.one(".links li:first-child h2 a")["href"])
    try:
        height = "return document.querySelector(arguments[0]).getBoundingClientRect().height"
        assert 250 > look("/links", width=390).execute_script(height, ".links li:first-child")
        assert 2000 > look(path, width=390).execute_script(height, "main")
    finally:
        visitor.submit(visitor.get(f"{path}/delete"))
