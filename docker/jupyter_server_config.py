"""JupyterLab in the container. Options given to docker run come after these."""

import os

c = get_config()  # noqa: F821, Jupyter defines it

# Inside the container. Who can reach it from outside is for docker run to say.
c.ServerApp.ip = "0.0.0.0"
c.ServerApp.port = 8888
c.ServerApp.port_retries = 0
c.ServerApp.root_dir = os.environ.get("LAB_WORK", "/work")
c.ServerApp.open_browser = False

# The address that is printed, in place of the container's own.
c.ServerApp.custom_display_url = "http://127.0.0.1:8888"

# Pages of other servers stay out, also those that give themselves a name which
# leads here. A token is asked for all the same.
c.ServerApp.allow_remote_access = False

c.MultiKernelManager.default_kernel_name = "lclass"
c.KernelSpecManager.ensure_native_kernel = False
c.LabApp.extension_manager = "readonly"
