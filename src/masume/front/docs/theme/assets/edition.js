// Which edition this is: where Python runs in the page, `masume site` writes another line here.
