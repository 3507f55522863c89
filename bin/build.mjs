// Installs and builds the project, without starting it.
import { build, install } from "./setup.mjs";

build(install());
