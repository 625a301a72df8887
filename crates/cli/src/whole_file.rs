//! Files that people keep are written whole or not at all, and put in place by renaming.

use std::io::Write;
use std::path::Path;

use anyhow::Context;

/// Puts a whole file in the place of what is there, with the permissions of that.
pub(crate) fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let permissions = fs_err::metadata(path).ok().map(|metadata| metadata.permissions());
    if permissions.as_ref().is_some_and(std::fs::Permissions::readonly) {
        anyhow::bail!("{} is read-only", path.display());
    }
    let dir = path.parent().context("a file lies in a folder")?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".quarry-");
    #[cfg(unix)]
    {
        // As any new file; the user's mask takes away from it.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let failed = || format!("cannot write {}", path.display());
    let mut file = builder.tempfile_in(dir).with_context(failed)?;
    file.write_all(text.as_bytes()).with_context(failed)?;
    if let Some(permissions) = permissions {
        fs_err::set_permissions(file.path(), permissions)?;
    }
    file.as_file().sync_all().with_context(failed)?;
    file.persist(path).with_context(failed)?;
    Ok(())
}
