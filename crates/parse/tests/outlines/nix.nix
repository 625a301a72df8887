# A package – für alle.
{ lib, stdenv, fetchurl, python3 ? null, ... }@args:

let
  # The version.
  version = "1.2.3";
  inherit (lib) optional mkIf;
  /* Adds a prefix. */
  withPrefix = prefix: name: "${prefix}-${name}";
  helpers = import ./helpers.nix { inherit lib; };
  options = { enable, level ? 3 }: if enable then level else 0;
in
stdenv.mkDerivation rec {
  pname = withPrefix "größe" "tool";
  inherit version;

  src = fetchurl {
    url = "https://example.org/${pname}.tar.gz";
    sha256 = "0000";
  };

  # What it needs.
  buildInputs = [ python3 ] ++ optional (python3 != null) helpers.extra;

  passthru.tests = {
    simple = import ../tests/simple.nix;
  };

  meta = with lib; {
    description = "A tool";
    license = licenses.mit;
  };
}
