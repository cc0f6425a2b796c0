// Set by `masume site`, where Python runs in the page.
