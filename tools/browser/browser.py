"""A headless Chromium for pages on this computer."""
import os
import shutil

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

# Without the last ones Chromium looks for its maker's servers at every start.
FLAGS = """--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run
    --disable-quic --disable-background-networking --disable-component-update --disable-sync""".split()


def program(*names):
    found = next(filter(None, map(shutil.which, names)), None)
    if not found:
        raise FileNotFoundError(f"there is no {' or '.join(names)}")
    return found


def start():
    options = Options()
    options.binary_location = program("chromium", "chromium-browser", "google-chrome")
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(service=Service(program("chromedriver"), log_path=os.devnull), options=options)
    driver.set_script_timeout(900)
    return driver


def set_width(driver, width, height=900):
    """Makes the window so wide, in pixels, with scrollbars that take no room."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})


def set_media(driver, media="", calm=False):
    """Shows the page as on paper if media is "print", and to somebody who has
    asked for less motion if calm."""
    features = [{"name": "prefers-reduced-motion", "value": "reduce" if calm else "no-preference"}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": features})
