#Requires -Version 7
using namespace System.IO
using module ./Tools.psm1
Import-Module Az.Storage
. "$PSScriptRoot/common.ps1"

$script:MaxFiles = 20
$names = @('Müller', 'Jäger')

<#
.SYNOPSIS
  Copies files – größere zuerst.
#>
function Copy-Backup {
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)]
        [string] $Path,
        [int] $Depth = 3
    )
    begin { $count = 0 }
    process {
        function Get-Inner($x) { return $x }
        Get-ChildItem -Path $Path -Depth $Depth | ForEach-Object {
            Write-Verbose $_.FullName
            $count++
        }
        [File]::Copy($Path, "$Path.bak")
    }
}

# Short one.
function Get-Total([int] $a, [int] $b) {
    $a + $b
}

filter Select-Big {
    if ($_.Length -gt 1000) { $_ }
}

# A colour.
enum Colour {
    Red = 1
    Green
}

<# A backup job. #>
class BackupJob : Job {
    [string] $Name
    hidden [int] $Runs = 0
    static [BackupJob] $Last

    BackupJob([string] $name) {
        $this.Name = $name
    }

    # Runs it.
    [bool] Run([int] $times) {
        $this.Runs += $times
        Copy-Backup -Path $this.Name
        return $true
    }

    static [BackupJob] Create() {
        return [BackupJob]::new('neu')
    }
}

$job = New-Object BackupJob 'alt'
Copy-Backup -Path '/tmp'
