#!/bin/sh
# Brings the browser that drives the pages in the tests, where that can be done without asking.
# It never fails: where there is no browser those tests are left out, and their run says so.
set -u
for name in chromium-headless-shell chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null && exit 0
done
root=
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null && sudo -n true 2>/dev/null || exit 0
    root='sudo -n'
fi
command -v apt-get >/dev/null || exit 0
echo 'There is no Chromium for the tests of the pages; apt-get brings it.'
at_once='-q -o Acquire::Retries=0 -o Acquire::http::Timeout=15 -o Acquire::https::Timeout=15'
$root apt-get update $at_once || exit 0
for package in chromium-headless-shell chromium; do
    $root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends $at_once "$package" && exit 0
done
exit 0
